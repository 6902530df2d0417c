import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { findNamedAsset } from "@/lib/generations/read/name-asset.server";
import { defineRoute } from "@/lib/http/route.server";
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
  scope: "make",
  body: bodySchema,
  limit: "uploads",
  operation: {
    id: "fitFirstFrame",
    tag: "Media",
    summary: "Fit an image to the first-frame limits",
    description:
      "Creates a new JPEG within the limits: small images are enlarged, large ones reduced, long ones cropped or padded. The original doesn't change.",
    answers: { 201: { description: "The new image.", schema: firstFrameReportSchema } },
    problems: [
      "quota.disk",
      "input.invalid",
      "asset.missing",
      "asset.type",
      "asset.corrupt",
      "asset.too-complex",
      "storage.failed",
      "storage.full",
    ],
  },
  async handle({ actor, body }) {
    const { userId } = actor;
    const asset = await findNamedAsset(getDatabase(), { userId, assetId: body.assetId });
    return reportFirstFrame(await fitFirstFrame(asset, body));
  },
});
