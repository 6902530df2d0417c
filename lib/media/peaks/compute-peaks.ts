import { decodeSound } from "./decode/decode-sound";
import { SoundDecodingError } from "./decode/sound-decoder";
import type { SoundFormat } from "./decode/sound-format";
import { PeaksAccumulator } from "./peaks-accumulator";
import type { PeaksDto } from "./peaks-dto";

/**
 * The waveform of a sound, decoded once from its first byte to its last, in memory that does not grow with it. It takes
 * the processor for as long as that lasts: call it in a thread of its own.
 *
 * @throws SoundDecodingError where nothing can be decoded
 */
export async function computePeaks(
  source: AsyncIterable<Uint8Array>,
  format: SoundFormat,
): Promise<PeaksDto> {
  const peaks = new PeaksAccumulator();
  for await (const sound of decodeSound(source, format)) peaks.add(sound);
  const found = peaks.finish();
  if (!found) throw new SoundDecodingError("Nothing of the sound could be decoded");
  return found;
}
