import type { Readable } from "node:stream";
import { SoundDecodingError } from "./decode/sound-decoder";
import type { SoundFormat } from "./decode/sound-format";
import type { PeaksDto } from "./peaks-dto";
import { runSoundThread } from "./run-sound-thread.server";

/**
 * `computePeaks` in a worker thread.
 *
 * @throws SoundDecodingError; and whatever `source` throws
 */
export async function computePeaksInThread(source: Readable, format: SoundFormat): Promise<PeaksDto> {
  for await (const result of runSoundThread(source, { job: "peaks", format })) {
    if (result.type === "peaks") return result.peaks;
  }
  throw new SoundDecodingError("The thread found no waveform");
}
