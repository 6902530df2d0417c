import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import { defineRoute } from "@/lib/http/route.server";
import { findAsset } from "@/lib/media/find-asset.server";
import {
  firstFrameReportSchema,
  fitManners,
  reportFirstFrame,
} from "@/generators/video/first-frame/first-frame-report";
import { fitFirstFrame } from "@/generators/video/first-frame/fit-first-frame.server";

const bodySchema = z.strictObject({
  assetId: z.uuid().describe("One of your images, uploaded or generated."),
  manner: z
    .enum(fitManners)
    .default("crop")
    .describe("How to fix the aspect ratio: `crop` cuts off the ends, `pad` adds borders."),
});

export const POST = defineRoute({
  auth: "actor",
  body: bodySchema,
  operation: {
    id: "fitFirstFrame",
    tag: "Media",
    summary: "Fit an image to the first-frame limits",
    description:
      "Creates a new JPEG within the limits: small images are enlarged, large ones reduced, long ones cropped or padded. The original doesn't change.",
    answers: { 201: { description: "The new image.", schema: firstFrameReportSchema } },
    problems: ["input.invalid", "asset.missing", "asset.type", "asset.corrupt", "storage.failed"],
  },
  async handle({ actor, body }) {
    const asset = await findAsset(body.assetId, actor.userId);
    if (!asset)
      throw new StudioError("asset.missing", { fields: [{ path: "assetId", key: "asset.missing" }] });
    // The new image is named after the original's title.
    const title = await findResultTitle(getDatabase(), { userId: actor.userId, assetId: asset.id });
    const named = title === undefined ? asset : { ...asset, fileName: title };
    return Response.json(reportFirstFrame(await fitFirstFrame(named, body)), { status: 201 });
  },
});
