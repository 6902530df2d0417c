import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findResultTitle } from "@/lib/generations/read/name-asset.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";
import { findSongLyrics } from "@/lib/generations/read/find-song-lyrics.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { describeSound } from "@/lib/media/sound-check/reference-sound.server";
import { soundReportSchema } from "@/lib/media/sound-check/sound-report-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getSound",
    tag: "Media",
    summary: "Check whether an audio file can be covered",
    description:
      "Decodes an uploaded or generated audio file, and returns its actual length and everything that prevents it from being a reference. Limits: 6 seconds to 6 minutes, at most 50 MB, MP3, WAV, FLAC or Ogg.",
    answers: { 200: { description: "The report.", schema: soundReportSchema } },
    problems: ["not-found", "asset.missing"],
  },
  async handle({ actor, params }) {
    const asset = await findAsset(params.id, actor.userId);
    if (asset?.kind !== "audio") throw new StudioError("not-found");
    const wanted = { userId: actor.userId, assetId: asset.id };
    const [report, title, lyrics] = await Promise.all([
      describeSound(asset),
      findResultTitle(getDatabase(), wanted),
      findSongLyrics(getDatabase(), wanted),
    ]);
    return {
      ...report,
      ...(title === undefined ? {} : { title }),
      ...(lyrics === undefined ? {} : { lyrics }),
    };
  },
});
