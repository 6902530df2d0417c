import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { readAssetBytes } from "@/lib/media/open-asset.server";
import { parseSubtitles } from "@/lib/media/subtitles/parse-subtitles";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { getGeneration } from "./get-generation.server";
import type { GenerationServices } from "./services.server";

/** The sentences of 50,000 characters are a tenth of this. */
const maxSubtitleBytes = 16 * 1024 * 1024;

export interface GenerationSubtitles {
  sentences: Sentence[];
  /** What the stored file is called when it is downloaded. */
  fileName: string;
}

/**
 * The subtitles of a generation of the person, in order and without overlaps.
 *
 * @param options.group which ones of several; the first without it
 * @throws StudioError not-found, also where the generation has none; subtitles.unreadable
 */
export async function getSubtitles(
  services: Pick<GenerationServices, "database">,
  { userId, id, group }: { userId: string; id: string; group?: string },
): Promise<GenerationSubtitles> {
  const { outputs } = await getGeneration(services, { userId, id });
  const output = outputs.find((each) => each.role === "subtitle" && (!group || each.group === group));
  const asset = output && (await findAsset(output.assetId, userId, services.database));
  if (!asset) throw new StudioError("not-found");
  const sound = outputs.find(({ role, group: its }) => role === "audio" && its === output.group);
  const durationMs = sound?.durationSeconds === undefined ? undefined : sound.durationSeconds * 1_000;
  const json = (await readAssetBytes(asset, maxSubtitleBytes)).toString("utf8");
  return { sentences: parseSubtitles(json, { durationMs }), fileName: output.fileName };
}
