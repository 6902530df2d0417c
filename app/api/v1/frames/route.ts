import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import { defineRoute } from "@/lib/http/route.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { keepFrame } from "@/lib/media/frames/keep-frame.server";
import { toUploadDto, uploadDtoSchema } from "@/lib/media/asset-dto";

const bodySchema = z.strictObject({
  assetId: z.uuid().describe("One of your videos, generated or uploaded."),
  at: z
    .union([z.literal("last"), z.number().min(0)])
    .describe("`last` for the last frame, or a time in seconds for the frame shown at that time."),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: bodySchema,
  limit: "uploads",
  operation: {
    id: "keepFrame",
    tag: "Media",
    summary: "Save a video frame as an image",
    description:
      "Stores the frame at full size as a PNG that can be used like an uploaded image. The same frame returns the same asset.",
    answers: { 201: { description: "The image.", schema: uploadDtoSchema } },
    problems: [
      "quota.disk",
      "input.invalid",
      "not-found",
      "asset.missing",
      "asset.type",
      "asset.corrupt",
      "input.too-large",
      "storage.failed",
      "storage.full",
    ],
  },
  async handle({ actor, body }) {
    const video = await findAsset(body.assetId, actor.userId);
    if (!video) throw new StudioError("not-found");
    // The image is named after the video's title.
    const title = await findResultTitle(getDatabase(), { userId: actor.userId, assetId: video.id });
    const named = title === undefined ? video : { ...video, fileName: title };
    return toUploadDto(await keepFrame(named, body.at));
  },
});
