import { createPcmDecoder } from "./pcm-decoder";
import { rawSampleFormats } from "./sample-formats";
import { SoundDecodingError, type SoundDecoder } from "./sound-decoder";
import { essenceOf, type SoundFormat } from "./sound-format";
import {
  createFlacDecoder,
  createMpegDecoder,
  createOpusDecoder,
  createVorbisDecoder,
} from "./wasm-decoders";
import { createWavDecoder } from "./wav-decoder";

/** Enough of the first page of an Ogg file to tell what is in it. */
export const decoderHeadBytes = 64;

/** @throws SoundDecodingError for a type that cannot be decoded here */
export async function createSoundDecoder(
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
