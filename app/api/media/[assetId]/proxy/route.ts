import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { findProxy } from "@/lib/films/proxies/film-proxies.server";
import { defineRoute } from "@/lib/http/route.server";
import { createDerivedResponse } from "@/lib/media/delivery/asset-response.server";
import { privateRevalidated } from "@/lib/media/delivery/media-headers";
import { findVisibleAsset } from "@/lib/media/find-asset.server";

const retryAfterSeconds = 5;

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: z.object({ assetId: z.string() }),
  operation: {
    id: "getProxy",
    tag: "Media",
    summary: "Download the small copy of a large video that films are edited with",
    description:
      "H.264 in 540 lines without sound, with a key frame every six frames. Every frame has the time that it has in the video. Made once, when it is first asked for, and kept. Supports single byte ranges, conditional requests and HEAD.",
    requestHeaders: {
      range: "A single byte range, for example `bytes=0-1023`.",
      "if-none-match": "ETags you have. Returns 304 if one of them matches.",
      "if-range": "The tag under which the range is wanted.",
    },
    answers: {
      200: {
        description: "The whole copy.",
        contentTypes: ["video/mp4"],
        headers: { etag: "Identifies this copy." },
      },
      202: {
        description: "It is being made. Ask again later.",
        headers: { "retry-after": "Seconds." },
      },
      204: { description: "There is none: the video is small enough, or can’t be decoded." },
      206: {
        description: "The requested range.",
        contentTypes: ["video/mp4"],
        headers: { "content-range": "The range and the total size." },
      },
      304: { description: "The copy hasn't changed." },
      416: {
        description: "The range starts after the last byte.",
        headers: { "content-range": "The total size." },
      },
    },
    problems: ["not-found"],
  },
  handle: async ({ request, actor, params }) => {
    const asset = await findVisibleAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    const found = await findProxy(asset);
    if (found.state === "ready") return createDerivedResponse(request, found.proxy);
    const headers = new Headers({ "cache-control": privateRevalidated });
    if (found.state === "none") return new Response(null, { status: 204, headers });
    headers.set("retry-after", String(retryAfterSeconds));
    return new Response(null, { status: 202, headers });
  },
});

export const HEAD = GET;
