import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { MPEGDecoder } from "mpg123-decoder";
import { OggOpusDecoder } from "ogg-opus-decoder";
import type { Sound } from "./sound.ts";

interface FileDecoder {
  ready: Promise<void>;
  free(): void;
}

/** Decodes a whole sound, its kind known by its first bytes; null for bytes of another kind. */
export async function decodeSound(bytes: Uint8Array): Promise<Sound | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString("latin1", 0, 4);
  if (start === "RIFF") return decodeWav(buffer);
  if (start === "fLaC") return decodeWith(new FLACDecoder(), (decoder) => decoder.decodeFile(bytes));
  if (start === "OggS") {
    const isOpus = buffer.toString("latin1", 0, 64).includes("OpusHead");
    return isOpus
      ? decodeWith(new OggOpusDecoder(), (decoder) => decoder.decodeFile(bytes))
      : decodeWith(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(bytes));
  }
  // An ID3 tag, or frame sync and layer III.
  const isMpeg = start.startsWith("ID3") || (buffer[0] === 0xff && ((buffer[1] ?? 0) & 0xe6) === 0xe2);
  if (!isMpeg) return null;
  return decodeWith(new MPEGDecoder({ enableGapless: false }), async (decoder) => decoder.decode(bytes));
}

async function decodeWith<Decoder extends FileDecoder>(
  decoder: Decoder,
  decode: (decoder: Decoder) => Promise<{ channelData: Float32Array[]; sampleRate: number }>,
): Promise<Sound | null> {
  try {
    await decoder.ready;
    const { channelData, sampleRate } = await decode(decoder);
    const isEmpty = (channelData[0]?.length ?? 0) === 0;
    return isEmpty ? null : { sampleRate, channels: channelData };
  } finally {
    decoder.free();
  }
}

const PCM = 1;
const FLOAT = 3;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/** Decodes a WAV of integers, floats or mu-law; null for another kind. */
function decodeWav(bytes: Buffer): Sound | null {
  const format = findChunk(bytes, "fmt ");
  const data = findChunk(bytes, "data");
  if (format === null || data === null || format.byteLength < 16) return null;
  const announced = format.readUInt16LE(0);
  const tag = announced === EXTENSIBLE && format.byteLength >= 26 ? format.readUInt16LE(24) : announced;
  const channelCount = format.readUInt16LE(2);
  const sampleBytes = format.readUInt16LE(14) / 8;
  const read = findReader(data, tag, sampleBytes);
  if (read === null || channelCount === 0) return null;
  const count = Math.floor(data.byteLength / sampleBytes / channelCount);
  const channels = Array.from({ length: channelCount }, (_channel, channel) =>
    Float32Array.from({ length: count }, (_sample, index) =>
      read((index * channelCount + channel) * sampleBytes),
    ),
  );
  return { sampleRate: format.readUInt32LE(4), channels };
}

/** The content of a chunk; one that claims to be longer than the file, as in a stream, ends with it. */
function findChunk(bytes: Buffer, name: string): Buffer | null {
  for (let place = 12; place + 8 <= bytes.byteLength;) {
    const length = bytes.readUInt32LE(place + 4);
    const start = place + 8;
    if (bytes.toString("latin1", place, place + 4) === name) return bytes.subarray(start, start + length);
    place = start + length + (length % 2);
  }
  return null;
}

/** Reads the sample, -1 to 1, at a place. */
function findReader(data: Buffer, tag: number, sampleBytes: number): ((place: number) => number) | null {
  if (tag === MU_LAW && sampleBytes === 1) return (place) => fromMuLaw(data.readUInt8(place));
  if (tag === FLOAT && sampleBytes === 4) return (place) => data.readFloatLE(place);
  if (tag !== PCM || ![1, 2, 3, 4].includes(sampleBytes)) return null;
  if (sampleBytes === 1) return (place) => (data.readUInt8(place) - 128) / 128;
  return (place) => data.readIntLE(place, sampleBytes) / 2 ** (sampleBytes * 8 - 1);
}

function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + 132) << ((bits >> 4) & 0x07);
  return ((bits & 0x80) === 0 ? magnitude - 132 : 132 - magnitude) / 32_768;
}
