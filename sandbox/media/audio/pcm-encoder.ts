import { toPcm16 } from "./sound.ts";
import type { EncoderShape, SoundEncoder } from "./sound-encoder.ts";

const WAV_HEADER_BYTES = 44;
const PCM_TAG = 1;
const MU_LAW_TAG = 7;
/** The length a WAV header names while it is not known. */
const UNKNOWN_BYTES = 0xffffffff - WAV_HEADER_BYTES;

/** Samples of 16 bits, or of 8 bits by G.711 mu-law, bare or in a WAV container. */
export class PcmEncoder implements SoundEncoder {
  readonly contentType: string;
  readonly extension: string;
  readonly bitrate: number;
  private readonly shape: EncoderShape;
  private readonly isMuLaw: boolean;
  private readonly isContained: boolean;
  private sampleBytes = 0;
  private isStarted = false;

  constructor(shape: EncoderShape) {
    this.shape = shape;
    this.isMuLaw = shape.format === "pcmu_raw" || shape.format === "pcmu_wav";
    this.isContained = shape.format === "wav" || shape.format === "pcmu_wav";
    this.contentType = this.isContained ? "audio/wav" : this.isMuLaw ? "audio/basic" : "audio/pcm";
    this.extension = this.isContained ? "wav" : this.isMuLaw ? "pcmu" : "pcm";
    this.bitrate = shape.sampleRate * shape.channels * this.bitsPerSample;
  }

  encode(channels: readonly Float32Array[]): Buffer {
    const pcm = toPcm16(channels);
    const bytes = this.isMuLaw ? toMuLaw(pcm) : pcm;
    this.sampleBytes += bytes.byteLength;
    if (!this.isContained || this.isStarted) return bytes;
    this.isStarted = true;
    return Buffer.concat([this.makeHeader(UNKNOWN_BYTES), bytes]);
  }

  finish(): { tail: Buffer; header: Buffer | null } {
    const header = this.isContained ? this.makeHeader(this.sampleBytes) : null;
    return { tail: Buffer.alloc(0), header };
  }

  private get bitsPerSample(): number {
    return this.isMuLaw ? 8 : 16;
  }

  private makeHeader(sampleBytes: number): Buffer {
    const { channels, sampleRate } = this.shape;
    const header = Buffer.alloc(WAV_HEADER_BYTES);
    const blockBytes = (channels * this.bitsPerSample) / 8;
    header.write("RIFF", 0, "latin1");
    header.writeUInt32LE(WAV_HEADER_BYTES - 8 + sampleBytes, 4);
    header.write("WAVEfmt ", 8, "latin1");
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(this.isMuLaw ? MU_LAW_TAG : PCM_TAG, 20);
    header.writeUInt16LE(channels, 22);
    header.writeUInt32LE(sampleRate, 24);
    header.writeUInt32LE(sampleRate * blockBytes, 28);
    header.writeUInt16LE(blockBytes, 32);
    header.writeUInt16LE(this.bitsPerSample, 34);
    header.write("data", 36, "latin1");
    header.writeUInt32LE(sampleBytes, 40);
    return header;
  }
}

/** G.711 mu-law, one byte a sample. */
function toMuLaw(pcm: Buffer): Buffer {
  const bytes = Buffer.alloc(pcm.byteLength / 2);
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const sample = pcm.readInt16LE(index * 2);
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
    const exponent = Math.max(Math.floor(Math.log2(magnitude)) - 7, 0);
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    bytes[index] = ~(sign | (exponent << 4) | mantissa) & 0xff;
  }
  return bytes;
}
