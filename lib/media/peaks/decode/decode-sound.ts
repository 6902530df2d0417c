import { createSoundDecoder, decoderHeadBytes } from "./create-sound-decoder";
import type { DecodedSound, SoundDecoder } from "./sound-decoder";
import type { SoundFormat } from "./sound-format";

/**
 * Decodes a sound from its first byte to its last, piece by piece, in memory that does not grow with it. It takes the
 * processor for as long as that lasts: use it in a thread of its own.
 *
 * @throws SoundDecodingError where the decoder cannot go on
 */
export async function* decodeSound(
  source: AsyncIterable<Uint8Array>,
  format: SoundFormat,
): AsyncGenerator<DecodedSound> {
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
      yield* decodePieces(decoder, bytes);
    }
    if (!decoder && head.length > 0) {
      decoder = await createSoundDecoder(format, head);
      yield* decodePieces(decoder, head);
    }
    if (decoder) yield await decoder.flush();
  } finally {
    decoder?.free();
  }
}

async function* decodePieces(decoder: SoundDecoder, bytes: Uint8Array): AsyncGenerator<DecodedSound> {
  const { maxPieceBytes } = decoder;
  for (let at = 0; at < bytes.length; at += maxPieceBytes) {
    yield await decoder.decode(bytes.subarray(at, at + maxPieceBytes));
  }
}
