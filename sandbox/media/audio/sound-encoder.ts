import { createMp3Encoder } from "wasm-media-encoders";
import { createFlacEncoder } from "./flac-encoder.ts";
import { createOpusEncoder } from "./opus-encoder.ts";
import { type EncoderShape, type SoundEncoder, toPcm16 } from "./sound.ts";

const WAV_HEADER_BYTES = 44;
/** The length a WAV header names while it is not known. */
const UNKNOWN_BYTES = 0xffffffff - WAV_HEADER_BYTES;
const PCM_TAG = 1;
const MU_LAW_TAG = 7;

export async function createSoundEncoder(shape: EncoderShape): Promise<SoundEncoder> {
  if (shape.format === "mp3") return createMp3(shape);
  if (shape.format === "flac") return createFlacEncoder(shape);
  return shape.format === "opus" ? createOpusEncoder(shape) : createPcm(shape);
}

async function createMp3(shape: EncoderShape): Promise<SoundEncoder> {
  const lame = await createMp3Encoder();
  const bitrate = clampBitrate(shape.mp3Bitrate, shape.sampleRate);
  lame.configure({
    sampleRate: shape.sampleRate,
    outputSampleRate: shape.sampleRate as 44100,
    channels: shape.channels,
    bitrate: (bitrate / 1000) as 128,
  });
  return {
    contentType: "audio/mpeg",
    extension: "mp3",
    bitrate,
    encode: (channels) => Buffer.from(lame.encode(channels as Float32Array[])),
    finish: () => ({ tail: Buffer.from(lame.finalize()), header: null }),
  };
}

/** MPEG-2 layer III, used at 24 kHz and below, has no rate above 160 kbit/s; below 16 kHz none above 64. */
function clampBitrate(bitrate: number, sampleRate: number): number {
  if (sampleRate < 16_000) return Math.min(bitrate, 64_000);
  return sampleRate <= 24_000 ? Math.min(bitrate, 160_000) : bitrate;
}

/** Samples of 16 bits, or of 8 bits by G.711 mu-law, bare or in a WAV container. */
function createPcm(shape: EncoderShape): SoundEncoder {
  const isMuLaw = shape.format === "pcmu_raw" || shape.format === "pcmu_wav";
  const isWav = shape.format === "wav" || shape.format === "pcmu_wav";
  let sampleBytes = 0;
  return {
    contentType: isWav ? "audio/wav" : isMuLaw ? "audio/basic" : "audio/pcm",
    extension: isWav ? "wav" : isMuLaw ? "pcmu" : "pcm",
    bitrate: shape.sampleRate * shape.channels * (isMuLaw ? 8 : 16),
    encode: (channels) => {
      const pcm = toPcm16(channels);
      const bytes = isMuLaw ? toMuLaw(pcm) : pcm;
      const isFirst = sampleBytes === 0;
      sampleBytes += bytes.byteLength;
      return isWav && isFirst ? Buffer.concat([makeWavHeader(shape, isMuLaw, UNKNOWN_BYTES), bytes]) : bytes;
    },
    finish: () => ({
      tail: Buffer.alloc(0),
      header: isWav ? makeWavHeader(shape, isMuLaw, sampleBytes) : null,
    }),
  };
}

function makeWavHeader(
  { channels, sampleRate }: EncoderShape,
  isMuLaw: boolean,
  sampleBytes: number,
): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  const blockBytes = channels * (isMuLaw ? 1 : 2);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + sampleBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(isMuLaw ? MU_LAW_TAG : PCM_TAG, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * blockBytes, 28);
  header.writeUInt16LE(blockBytes, 32);
  header.writeUInt16LE(isMuLaw ? 8 : 16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(sampleBytes, 40);
  return header;
}

function toMuLaw(pcm: Buffer): Buffer {
  const bytes = Buffer.alloc(pcm.byteLength / 2);
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const sample = pcm.readInt16LE(index * 2);
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
    const exponent = Math.max(Math.floor(Math.log2(magnitude)) - 7, 0);
    bytes[index] = ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
  }
  return bytes;
}
