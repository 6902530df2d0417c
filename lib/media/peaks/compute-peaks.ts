import { createSoundDecoder, decoderHeadBytes } from "./decode/create-sound-decoder";
import { SoundDecodingError, type SoundDecoder } from "./decode/sound-decoder";
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
  let decoder: SoundDecoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  try {
    for await (const chunk of source) {
      let bytes = chunk;
      if (!decoder) {
        head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
        if (head.length < decoderHeadBytes) continue;
        decoder = await createSoundDecoder(format, head);
        bytes = head;
      }
      await addDecoded(peaks, decoder, bytes);
    }
    if (!decoder && head.length > 0) {
      decoder = await createSoundDecoder(format, head);
      await addDecoded(peaks, decoder, head);
    }
    if (decoder) peaks.add(await decoder.flush());
  } finally {
    decoder?.free();
  }
  const found = peaks.finish();
  if (!found) throw new SoundDecodingError("Nothing of the sound could be decoded");
  return found;
}

async function addDecoded(peaks: PeaksAccumulator, decoder: SoundDecoder, bytes: Uint8Array): Promise<void> {
  const { maxPieceBytes } = decoder;
  for (let at = 0; at < bytes.length; at += maxPieceBytes) {
    peaks.add(await decoder.decode(bytes.subarray(at, at + maxPieceBytes)));
  }
}
