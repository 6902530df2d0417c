import type { RawAudio } from "../../raw-audio";
import { noSound, type DecodedSound, type SoundDecoder } from "./sound-decoder";

/** Decodes plain samples; a frame split between two pieces is completed by the next one. */
export function createPcmDecoder(facts: {
  format: SampleFormat;
  channels: number;
  sampleRateHz: number;
}): SoundDecoder {
  const { format, channels, sampleRateHz } = facts;
  const frameBytes = sampleBytes[format] * channels;
  let rest: Uint8Array = new Uint8Array(0);
  return {
    maxPieceBytes: 64 * 1024,
    decode(bytes): DecodedSound {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      const whole = all.length - (all.length % frameBytes);
      rest = new Uint8Array(all.subarray(whole));
      return { channelData: readSamples(all.subarray(0, whole), format, channels), sampleRateHz };
    },
    // An incomplete frame is dropped.
    flush: () => noSound,
    free: () => undefined,
  };
}

/** Sample encodings, little-endian: unsigned 8 bit, signed, floating point, or G.711. */
export type SampleFormat = "u8" | "s16" | "s24" | "s32" | "f32" | "f64" | "mulaw" | "alaw";

const sampleBytes = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8, mulaw: 1, alaw: 1 } as const;

export const rawSampleFormats = { s16le: "s16", mulaw: "mulaw" } as const satisfies Record<
  RawAudio["encoding"],
  SampleFormat
>;

/** Reads `samples.length` samples, one every `step` samples. */
type ReadChannel = (bytes: Uint8Array, samples: Float32Array, first: number, step: number) => void;

const readers: Record<SampleFormat, ReadChannel> = {
  u8: byTable(Float32Array.from({ length: 256 }, (_each, value) => (value - 128) / 128)),
  s16: byArray(Int16Array, 32_768),
  s24: (bytes, samples, first, step) => {
    for (let frame = 0, at = first * 3; frame < samples.length; frame += 1, at += step * 3) {
      const [low = 0, middle = 0, high = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      samples[frame] = (((high << 24) >> 8) | (middle << 8) | low) / 8_388_608;
    }
  },
  s32: byArray(Int32Array, 2_147_483_648),
  f32: byArray(Float32Array, 1),
  f64: byArray(Float64Array, 1),
  mulaw: byTable(createMulawLevels()),
  alaw: byTable(createAlawLevels()),
};

/** Splits interleaved samples into channels, dropping an incomplete last frame. */
function readSamples(bytes: Uint8Array, format: SampleFormat, channels: number): Float32Array[] {
  const frames = Math.floor(bytes.byteLength / (sampleBytes[format] * channels));
  return Array.from({ length: channels }, (_each, channel) => {
    const samples = new Float32Array(frames);
    readers[format](bytes, samples, channel, channels);
    return samples;
  });
}

function byTable(levels: Float32Array): ReadChannel {
  return (bytes, samples, first, step) => {
    for (let frame = 0, at = first; frame < samples.length; frame += 1, at += step) {
      samples[frame] = levels[bytes[at] ?? 0] ?? 0;
    }
  };
}

/** Typed arrays use the machine's byte order, which is little-endian wherever Node runs WebAssembly. */
function byArray(
  Values: Int16ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor | Float64ArrayConstructor,
  fullScale: number,
): ReadChannel {
  const width = Values.BYTES_PER_ELEMENT;
  return (bytes, samples, first, step) => {
    // Copied, because typed arrays need an aligned offset.
    const values = new Values(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / width));
    for (let frame = 0, at = first; frame < samples.length; frame += 1, at += step) {
      samples[frame] = finite((values[at] ?? 0) / fullScale);
    }
  };
}

/** Replaces NaN and infinity. */
function finite(value: number): number {
  return value - value === 0 ? value : 0;
}

/** ITU-T G.711, table 2: all bits are transmitted inverted; 33 is the bias of the 14-bit scale. */
function createMulawLevels(): Float32Array {
  return Float32Array.from({ length: 256 }, (_each, sent) => {
    const code = ~sent & 0xff;
    const size = ((((code & 0x0f) << 1) + 33) << ((code >> 4) & 7)) - 33;
    return (code & 0x80 ? -size : size) / 8_192;
  });
}

/** ITU-T G.711, table 1: even bits are transmitted inverted; a 13-bit scale. */
function createAlawLevels(): Float32Array {
  return Float32Array.from({ length: 256 }, (_each, sent) => {
    const code = sent ^ 0x55;
    const exponent = (code >> 4) & 7;
    const mantissa = ((code & 0x0f) << 1) + 1;
    const size = exponent === 0 ? mantissa : (mantissa + 32) << (exponent - 1);
    return (code & 0x80 ? size : -size) / 4_096;
  });
}
