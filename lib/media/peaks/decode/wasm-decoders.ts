import { noSound, SoundDecodingError, type DecodedSound, type SoundDecoder } from "./sound-decoder";

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
export async function createMpegDecoder(): Promise<SoundDecoder> {
  const { MPEGDecoder } = await import("mpg123-decoder");
  return wrap(new MPEGDecoder());
}

/** FLAC by libFLAC, native or in Ogg. */
export async function createFlacDecoder(): Promise<SoundDecoder> {
  const { FLACDecoder } = await import("@wasm-audio-decoders/flac");
  return wrap(new FLACDecoder());
}

/** Ogg Opus by libopus; always 48 kHz, as Opus decodes. */
export async function createOpusDecoder(): Promise<SoundDecoder> {
  const { OggOpusDecoder } = await import("ogg-opus-decoder");
  return wrap(new OggOpusDecoder());
}

/** Ogg Vorbis by libvorbis. */
export async function createVorbisDecoder(): Promise<SoundDecoder> {
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
