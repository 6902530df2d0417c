import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from "mediabunny";
import OpusScript from "opusscript";
import { createMp3Encoder, createOggEncoder } from "wasm-media-encoders";

/** Samples per channel, from -1 to 1, with their rate. */
export interface SampleSound {
  channelData: Float32Array<ArrayBuffer>[];
  sampleRateHz: number;
}

interface ToneOptions {
  durationSeconds: number;
  sampleRateHz?: number;
  channels?: 1 | 2;
  /** Level from 0 to 1 at a time. */
  level?: (seconds: number) => number;
}

/** A tone of 440 Hz. */
export function createTone(options: ToneOptions): SampleSound {
  const { durationSeconds, sampleRateHz = 32_000, channels = 1, level = () => 0.5 } = options;
  const samples = new Float32Array(Math.round(durationSeconds * sampleRateHz));
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRateHz;
    samples[index] = level(seconds) * Math.sin(2 * Math.PI * 440 * seconds);
  }
  return { channelData: Array.from({ length: channels }, () => samples), sampleRateHz };
}

/** Interleaves samples into bytes with `write`. */
export function interleave(
  { channelData }: SampleSound,
  sampleBytes: number,
  write: (view: DataView, at: number, sample: number) => void,
): Buffer {
  const [first] = channelData;
  const bytes = Buffer.alloc((first?.length ?? 0) * channelData.length * sampleBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  channelData.forEach((channel, number) => {
    channel.forEach((sample, frame) => {
      write(view, (frame * channelData.length + number) * sampleBytes, sample);
    });
  });
  return bytes;
}

export function encodePcm(sound: SampleSound): Buffer {
  return interleave(sound, 2, (view, at, sample) => view.setInt16(at, Math.round(sample * 32_767), true));
}

/** G.711 µ-law by definition: the code with the nearest level. */
export function encodeMulaw(sound: SampleSound): Buffer {
  const bias = 0x84;
  return interleave(sound, 1, (view, at, sample) => {
    const size = Math.min(32_635, Math.abs(Math.round(sample * 32_768))) + bias;
    const exponent = Math.max(0, Math.floor(Math.log2(size)) - 7);
    const mantissa = (size >> (exponent + 3)) & 0x0f;
    view.setUint8(at, ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff);
  });
}

/** MP3 by LAME at a constant bitrate, or a variable one with `vbrQuality`; without ID3 tag and Xing header. */
export async function encodeMp3(
  { channelData, sampleRateHz }: SampleSound,
  options: { bitrate?: 32 | 64 | 128; vbrQuality?: number } = { bitrate: 64 },
): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  const channels = channelData.length === 2 ? 2 : 1;
  encoder.configure({
    channels,
    sampleRate: sampleRateHz,
    outputSampleRate: sampleRateHz as 44_100,
    ...(options.vbrQuality === undefined
      ? { bitrate: options.bitrate ?? 64 }
      : { vbrQuality: options.vbrQuality }),
  });
  const begin = Buffer.from(encoder.encode(channelData));
  return Buffer.concat([begin, Buffer.from(encoder.finalize())]);
}

export async function encodeVorbis({ channelData, sampleRateHz }: SampleSound): Promise<Buffer> {
  const encoder = await createOggEncoder();
  encoder.configure({ channels: channelData.length === 2 ? 2 : 1, sampleRate: sampleRateHz, vbrQuality: 3 });
  const begin = Buffer.from(encoder.encode(channelData));
  return Buffer.concat([begin, Buffer.from(encoder.finalize())]);
}

/** Opus in Ogg; the sample rate must be one that Opus supports. */
export async function encodeOpus(sound: SampleSound): Promise<Buffer> {
  const { sampleRateHz, channelData } = sound;
  const channels = channelData.length;
  const frameSamples = sampleRateHz / 50;
  const opus = new OpusScript(sampleRateHz as 48_000, channels, OpusScript.Application.AUDIO);
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const pcm = encodePcm(sound);
  const frameBytes = frameSamples * channels * 2;
  for (let frame = 0; frame * frameBytes < pcm.length; frame += 1) {
    const samples = Buffer.alloc(frameBytes);
    pcm.copy(samples, 0, frame * frameBytes);
    const packet = new EncodedPacket(opus.encode(samples, frameSamples), "key", frame * 0.02, 0.02);
    await source.add(packet, {
      decoderConfig: {
        codec: "opus",
        numberOfChannels: channels,
        sampleRate: 48_000,
        description: opusHead(channels, sampleRateHz),
      },
    });
  }
  opus.delete();
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** The identification header (RFC 7845, 5.1), with libopus's pre-skip. */
function opusHead(channels: number, sampleRateHz: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(312, 10);
  head.writeUInt32LE(sampleRateHz, 12);
  return head;
}

const flacBlockSamples = 4_096;
/** Codes of sample rates in frame headers (RFC 9639, 9.1.2). */
const flacRateCodes: Record<number, number> = {
  8_000: 4,
  16_000: 5,
  22_050: 6,
  24_000: 7,
  32_000: 8,
  44_100: 9,
  48_000: 10,
};

/** 16-bit FLAC (RFC 9639) with uncompressed (verbatim) subframes, which every decoder supports. */
export function encodeFlac(sound: SampleSound, { tellsLength = true } = {}): Buffer {
  const { channelData, sampleRateHz } = sound;
  const samples = channelData[0]?.length ?? 0;
  const info = Buffer.alloc(38);
  info.writeUInt8(0x80, 0);
  info.writeUIntBE(34, 1, 3);
  info.writeUInt16BE(flacBlockSamples, 4);
  info.writeUInt16BE(flacBlockSamples, 6);
  const packed =
    (BigInt(sampleRateHz) << 44n) |
    (BigInt(channelData.length - 1) << 41n) |
    (15n << 36n) |
    BigInt(tellsLength ? samples : 0);
  info.writeBigUInt64BE(packed, 14);
  const frames: Buffer[] = [];
  for (let start = 0; start < samples; start += flacBlockSamples) {
    frames.push(
      encodeFlacFrame(
        {
          channelData: channelData.map((each) => each.subarray(start, start + flacBlockSamples)),
          sampleRateHz,
        },
        frames.length,
      ),
    );
  }
  return Buffer.concat([Buffer.from("fLaC"), info, ...frames]);
}

function encodeFlacFrame({ channelData, sampleRateHz }: SampleSound, number: number): Buffer {
  const samples = channelData[0]?.length ?? 0;
  const header = Buffer.concat([
    Buffer.from([
      0xff,
      0xf8,
      0x70 | (flacRateCodes[sampleRateHz] ?? 0),
      ((channelData.length - 1) << 4) | 0x08,
    ]),
    Buffer.from(String.fromCodePoint(number)),
    Buffer.from([(samples - 1) >> 8, (samples - 1) & 0xff]),
  ]);
  const subframes = channelData.map((channel) => {
    const bytes = Buffer.alloc(1 + samples * 2);
    bytes.writeUInt8(0x02, 0);
    channel.forEach((sample, index) => bytes.writeInt16BE(Math.round(sample * 32_767), 1 + index * 2));
    return bytes;
  });
  const body = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)]), ...subframes]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16BE(crc(body, 16, 0x8005));
  return Buffer.concat([body, checksum]);
}

function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      value = (value & top ? (value << 1) ^ polynomial : value << 1) & mask;
  }
  return value;
}

/** A WAV of any format around `bytes`; `formatTag` and `bitsPerSample` as in the RIFF registry. */
export function wrapWav(
  data: Uint8Array,
  format: { formatTag: number; bitsPerSample: number; sampleRateHz: number; channels: number },
  { dataBytes = data.length, chunksBefore = [] as Uint8Array[] } = {},
): Buffer {
  const { formatTag, bitsPerSample, sampleRateHz, channels } = format;
  const frameBytes = (bitsPerSample / 8) * channels;
  const fmt = Buffer.alloc(24);
  fmt.write("fmt ", 0);
  fmt.writeUInt32LE(16, 4);
  fmt.writeUInt16LE(formatTag, 8);
  fmt.writeUInt16LE(channels, 10);
  fmt.writeUInt32LE(sampleRateHz, 12);
  fmt.writeUInt32LE(sampleRateHz * frameBytes, 16);
  fmt.writeUInt16LE(frameBytes, 20);
  fmt.writeUInt16LE(bitsPerSample, 22);
  const head = Buffer.alloc(8);
  head.write("data", 0);
  head.writeUInt32LE(dataBytes, 4);
  const body = Buffer.concat([Buffer.from("WAVE"), ...chunksBefore, fmt, head, data]);
  const riff = Buffer.alloc(8);
  riff.write("RIFF", 0);
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
