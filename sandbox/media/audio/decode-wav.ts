import type { Sound } from "./sound.ts";

/** Reads one sample, -1 to 1, at a place. */
type SampleReader = (bytes: Buffer, place: number) => number;

const PCM = 1;
const FLOAT = 3;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/** Decodes a WAV of integers, floats or mu-law; null for another kind, or for no WAV at all. */
export function decodeWav(bytes: Buffer): Sound | null {
  const format = findChunk(bytes, "fmt ");
  const data = findChunk(bytes, "data");
  if (format === null || data === null || format.byteLength < 16) return null;
  const announced = format.readUInt16LE(0);
  const tag = announced === EXTENSIBLE && format.byteLength >= 26 ? format.readUInt16LE(24) : announced;
  const channelCount = format.readUInt16LE(2);
  const sampleBytes = format.readUInt16LE(14) / 8;
  const read = findReader(tag, sampleBytes);
  if (read === null || channelCount === 0) return null;
  const count = Math.floor(data.byteLength / sampleBytes / channelCount);
  const channels = Array.from({ length: channelCount }, (_unused, channel) =>
    Float32Array.from({ length: count }, (_sample, index) =>
      read(data, (index * channelCount + channel) * sampleBytes),
    ),
  );
  return { sampleRate: format.readUInt32LE(4), channels };
}

/** The content of a chunk; one that says it is longer than the file, as in a stream, ends with it. */
function findChunk(bytes: Buffer, name: string): Buffer | null {
  for (let place = 12; place + 8 <= bytes.byteLength;) {
    const length = bytes.readUInt32LE(place + 4);
    if (bytes.toString("latin1", place, place + 4) === name) {
      return bytes.subarray(place + 8, place + 8 + length);
    }
    place += 8 + length + (length % 2);
  }
  return null;
}

function findReader(tag: number, sampleBytes: number): SampleReader | null {
  if (tag === MU_LAW && sampleBytes === 1) return (bytes, place) => fromMuLaw(bytes.readUInt8(place));
  if (tag === FLOAT && sampleBytes === 4) return (bytes, place) => bytes.readFloatLE(place);
  if (tag === FLOAT && sampleBytes === 8) return (bytes, place) => bytes.readDoubleLE(place);
  if (tag !== PCM) return null;
  if (sampleBytes === 1) return (bytes, place) => (bytes.readUInt8(place) - 128) / 128;
  const scale = 2 ** (sampleBytes * 8 - 1);
  const isKnown = sampleBytes === 2 || sampleBytes === 3 || sampleBytes === 4;
  return isKnown ? (bytes, place) => bytes.readIntLE(place, sampleBytes) / scale : null;
}

function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + 132) << ((bits >> 4) & 0x07);
  return ((bits & 0x80) === 0 ? magnitude - 132 : 132 - magnitude) / 32_768;
}
