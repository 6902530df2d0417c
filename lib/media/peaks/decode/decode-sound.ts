import {
  type DecodedSound,
  type SoundDecoder,
  type SoundFormat,
  SoundDecodingError,
  essenceOf,
} from "./sound-decoder";
import { createPcmDecoder, rawSampleFormats } from "./pcm-decoder";
import {
  createFlacDecoder,
  createMpegDecoder,
  createOpusDecoder,
  createVorbisDecoder,
} from "./wasm-decoders";
import { createWavDecoder } from "./wav-decoder";

/**
 * Decodes audio piece by piece, in constant memory. CPU-bound: run it in a worker thread.
 *
 * @throws SoundDecodingError where the decoder fails
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

/** Enough of an Ogg file's first page to identify its codec. */
const decoderHeadBytes = 64;

/** @throws SoundDecodingError for a type without a decoder */
async function createSoundDecoder(
  { mimeType, rawAudio }: SoundFormat,
  head: Uint8Array,
): Promise<SoundDecoder> {
  if (rawAudio) return createPcmDecoder({ ...rawAudio, format: rawSampleFormats[rawAudio.encoding] });
  switch (essenceOf(mimeType)) {
    case "audio/mpeg":
      return createMpegDecoder();
    case "audio/wav":
      return createWavDecoder();
    case "audio/flac":
      return createFlacDecoder();
    case "audio/ogg":
      return createOggDecoder(Buffer.from(head.subarray(0, decoderHeadBytes)).toString("latin1"));
    default:
      throw new SoundDecodingError(`There is no decoder for ${mimeType}`);
  }
}

function createOggDecoder(firstPage: string): Promise<SoundDecoder> {
  if (firstPage.includes("OpusHead")) return createOpusDecoder();
  if (firstPage.includes("\x01vorbis")) return createVorbisDecoder();
  if (firstPage.includes("\x7fFLAC")) return createFlacDecoder();
  throw new SoundDecodingError("There is no decoder for what is in this Ogg file");
}
