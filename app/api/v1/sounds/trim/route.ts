import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { findNamedAsset } from "@/lib/generations/read/name-asset.server";
import { defineRoute } from "@/lib/http/route.server";
import { describeSound } from "@/lib/media/sound-check/reference-sound.server";
import { soundReportSchema } from "@/lib/media/sound-check/sound-report-dto";
import { trimSound } from "@/lib/media/sound-trim/trim-sound.server";

const bodySchema = z.strictObject({
  assetId: z.uuid().describe("One of your audio files, uploaded or generated."),
  startSeconds: z.number().min(0).describe("Start of the selection."),
  endSeconds: z
    .number()
    .min(0)
    .describe("End of the selection. Values past the end of the audio mean its end."),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: bodySchema,
  limit: "uploads",
  operation: {
    id: "trimSound",
    tag: "Media",
    summary: "Trim an audio file",
    description:
      "Creates a new audio file of 6 seconds to 6 minutes: 16-bit WAV, or MP3 at 320 kbit/s if the WAV would be larger than 50 MB. The original doesn't change.",
    answers: { 201: { description: "The new audio file.", schema: soundReportSchema } },
    problems: [
      "quota.disk",
      "input.invalid",
      "asset.missing",
      "asset.type",
      "asset.corrupt",
      "storage.failed",
      "storage.full",
    ],
  },
  async handle({ actor, body }) {
    const { userId } = actor;
    const asset = await findNamedAsset(getDatabase(), { userId, assetId: body.assetId });
    return await describeSound(await trimSound(asset, body));
  },
});
