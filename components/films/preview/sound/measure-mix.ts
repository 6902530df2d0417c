import { measureFilm } from "@/lib/films/lay-out-film";
import { filmSampleRateHz, mixSound } from "@/lib/films/mix-sound";
import { measureLevels } from "@/lib/media/conversion/level-sound";
import { toDecibels } from "@/lib/media/conversion/true-peak";
import type { DecodedSound } from "@/lib/media/peaks/decode/sound-decoder";
import type { DeskState } from "../../desk/film-desk";
import { delay } from "../delay";
import { MediaFiles } from "../media-files";
import { listHeardParts } from "./list-heard-parts";
import { readSound } from "./sound-reader";

/** How long the page is busy at once with mixing. */
const busyMs = 12;

/** How loud a film is before an export changes it. */
export interface MixLevels {
  /** Integrated; null for silence and for less than 400 ms. */
  loudnessLufs: number | null;
  /** In dBTP. */
  truePeakDb: number;
}

/**
 * Mixes the whole film as its export does, and measures it.
 *
 * @throws where a sound can't be read or decoded in this browser, and once the signal is aborted
 */
export async function measureMix(
  film: Pick<DeskState, "document" | "items">,
  signal: AbortSignal,
): Promise<MixLevels> {
  const files = new MediaFiles();
  // Ends a read that waits for the network.
  signal.addEventListener("abort", () => files.close());
  try {
    const seconds = measureFilm(film.document) / 1_000;
    const mix = mixSound(listHeardParts(film), {
      seconds,
      read: ({ address, from, speed }) => readSound(files, address, { from, speed, signal, needsAll: true }),
    });
    const { loudness, truePeak } = await measureLevels(takePauses(mix, signal));
    return { loudnessLufs: loudness, truePeakDb: toDecibels(truePeak) };
  } finally {
    files.close();
  }
}

/** Lets the page answer presses between two blocks. */
async function* takePauses(
  mix: AsyncIterable<DecodedSound["channelData"]>,
  signal: AbortSignal,
): AsyncGenerator<DecodedSound> {
  let pausedAt = performance.now();
  for await (const channelData of mix) {
    signal.throwIfAborted();
    yield { sampleRateHz: filmSampleRateHz, channelData };
    if (performance.now() - pausedAt < busyMs) continue;
    await delay(0);
    pausedAt = performance.now();
  }
}
