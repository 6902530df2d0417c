import { createMp3Encoder } from "wasm-media-encoders";
import type { EncoderShape, SoundEncoder } from "./sound-encoder.ts";

type LameEncoder = Awaited<ReturnType<typeof createMp3Encoder>>;

/** MP3 at a constant bitrate. */
export class Mp3Encoder implements SoundEncoder {
  readonly contentType = "audio/mpeg";
  readonly extension = "mp3";
  readonly bitrate: number;
  private readonly lame: LameEncoder;

  static async create(shape: EncoderShape): Promise<Mp3Encoder> {
    return new Mp3Encoder(await createMp3Encoder(), shape);
  }

  private constructor(lame: LameEncoder, shape: EncoderShape) {
    this.lame = lame;
    this.bitrate = clampBitrate(shape.mp3Bitrate, shape.sampleRate);
    lame.configure({
      sampleRate: shape.sampleRate,
      outputSampleRate: shape.sampleRate as 44100,
      channels: shape.channels,
      bitrate: (this.bitrate / 1000) as 128,
    });
  }

  encode(channels: readonly Float32Array[]): Buffer {
    return Buffer.from(this.lame.encode(channels as Float32Array[]));
  }

  finish(): { tail: Buffer; header: null } {
    return { tail: Buffer.from(this.lame.finalize()), header: null };
  }
}

/** MPEG-2 layer III, used at 24 kHz and below, knows no rate above 160 kbit/s; below 16 kHz none above 64. */
function clampBitrate(bitrate: number, sampleRate: number): number {
  if (sampleRate < 16_000) return Math.min(bitrate, 64_000);
  return sampleRate <= 24_000 ? Math.min(bitrate, 160_000) : bitrate;
}
