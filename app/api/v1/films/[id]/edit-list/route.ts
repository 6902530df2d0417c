import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { openEditList } from "@/lib/films/interchange/open-edit-list.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  limit: "archives",
  params: idParamsSchema,
  query: z.object({
    files: z
      .enum(["true", "false"])
      .default("true")
      .describe("`false` leaves out the files of its items, of which the lists say where they belong."),
  }),
  operation: {
    id: "getFilmEditList",
    tag: "Films",
    summary: "Get a film for other programs as a ZIP file",
    description:
      "An edit list as OpenTimelineIO and as EDL (CMX 3600), the captions as SRT, and the files of its items in `media`. An EDL has no words for levels, pans, cards and captions.",
    answers: {
      200: {
        description: "The ZIP file.",
        contentTypes: ["application/zip"],
        headers: { "content-disposition": "The file name." },
      },
    },
    problems: ["film.newer"],
  },
  async handle({ actor, params, query }) {
    const services = { database: getDatabase(), store: await getBlobStore() };
    const target = { userId: actor.userId, ...params };
    const zip = await openEditList(services, target, { withFiles: query.files === "true" });
    return new Response(zip.stream, {
      headers: {
        "content-type": "application/zip",
        "content-length": String(zip.contentLength),
        "content-disposition": contentDisposition("attachment", zip.fileName),
      },
    });
  },
});
