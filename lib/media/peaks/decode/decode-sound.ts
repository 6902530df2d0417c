import {
  type DecodedSound,
  type SoundDecoder,
  type SoundFormat,
  SoundDecodingError,
  essenceOf,
  noSound,
} from "./sound-decoder";
import { createPcmDecoder, rawSampleFormats } from "./pcm-decoder";
import { createWavDecoder } from "./wav-decoder";

interface WasmSound {
  channelData: Float32Array[];
  sampleRate: number;
}

interface WasmDecoder {
  ready: Promise<void>;
  free(): void;
  decode(bytes: Uint8Array): Promise<WasmSound> | WasmSound;
  flush?(): Promise<WasmSound> | WasmSound;
}

/** Small pieces, because silence expands a thousandfold. */
const maxPieceBytes = 8 * 1024;

/** MPEG layers I to III by mpg123, without the encoder's padding. */
async function createMpegDecoder(): Promise<SoundDecoder> {
  const { MPEGDecoder } = await import("mpg123-decoder");
  return wrap(new MPEGDecoder());
}

/** FLAC by libFLAC, native or in Ogg. */
async function createFlacDecoder(): Promise<SoundDecoder> {
  const { FLACDecoder } = await import("@wasm-audio-decoders/flac");
  return wrap(new FLACDecoder());
}

/** Ogg Opus by libopus; always 48 kHz, as Opus decodes. */
async function createOpusDecoder(): Promise<SoundDecoder> {
  const { OggOpusDecoder } = await import("ogg-opus-decoder");
  return wrap(new OggOpusDecoder());
}

/** Ogg Vorbis by libvorbis. */
async function createVorbisDecoder(): Promise<SoundDecoder> {
  const { OggVorbisDecoder } = await import("@wasm-audio-decoders/ogg-vorbis");
  return wrap(new OggVorbisDecoder());
}

async function wrap(decoder: WasmDecoder): Promise<SoundDecoder> {
  await decoder.ready;
  return {
    maxPieceBytes,
    decode: (bytes) => attempt(() => decoder.decode(bytes)),
    flush: () => attempt(() => decoder.flush?.()),
    free: () => decoder.free(),
  };
}

/** Damaged frames don't make the decoders throw; an exception means malicious or unusable input. */
async function attempt(decode: () => Promise<WasmSound> | WasmSound | undefined): Promise<DecodedSound> {
  try {
    const sound = await decode();
    return sound ? { channelData: sound.channelData, sampleRateHz: sound.sampleRate } : noSound;
  } catch (cause) {
    throw new SoundDecodingError(`The decoder failed: ${String(cause)}`, { cause });
  }
}

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
