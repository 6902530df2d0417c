import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { readAssetBytes } from "@/lib/media/open-asset.server";
import { parseSubtitles } from "@/lib/media/subtitles/subtitles";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import type { GenerationDto, OutputDto } from "./generation-dto";
import { getGeneration } from "./get-generation.server";
import type { GenerationServices } from "../record/services.server";

/** Ten times the subtitles of 50,000 characters. */
const maxSubtitleBytes = 16 * 1024 * 1024;

interface GenerationSubtitles {
  sentences: Sentence[];
  /** The name of the stored file in a download. */
  fileName: string;
}

/**
 * The subtitles of a generation of the person, in order and without overlaps.
 *
 * @param options.group of several subtitles; the first without it
 * @throws StudioError not-found, also where the generation has none; subtitles.unreadable
 */
export async function getSubtitles(
  services: Pick<GenerationServices, "database" | "clock">,
  { userId, id, group }: { userId: string; id: string; group?: string },
): Promise<GenerationSubtitles> {
  const { outputs } = await getGeneration(services, { userId, id });
  const output = outputs.find((each) => each.role === "subtitle" && (!group || each.group === group));
  if (!output) throw new StudioError("not-found");
  const sentences = await readSentences(services, { userId, outputs, subtitle: output });
  return { sentences, fileName: output.fileName };
}

/**
 * The sentences of one stored subtitle file, within the length of its audio.
 *
 * @throws StudioError not-found for a file of somebody else; subtitles.unreadable
 */
export async function readSentences(
  services: Pick<GenerationServices, "database" | "clock">,
  { userId, outputs, subtitle }: { userId: string; subtitle: OutputDto } & Pick<GenerationDto, "outputs">,
): Promise<Sentence[]> {
  const asset = await findAsset(subtitle.assetId, userId, services.database);
  if (!asset) throw new StudioError("not-found");
  const sound = outputs.find(({ role, group }) => role === "audio" && group === subtitle.group);
  const durationMs = sound?.durationSeconds === undefined ? undefined : sound.durationSeconds * 1_000;
  const json = (await readAssetBytes(asset, maxSubtitleBytes)).toString("utf8");
  return parseSubtitles(json, { durationMs });
}
