import type { SpeechFormat } from "../../rules/speech-setting-rules.ts";
import { FlacEncoder } from "./flac-encoder.ts";
import { Mp3Encoder } from "./mp3-encoder.ts";
import { OpusEncoder } from "./opus-encoder.ts";
import { PcmEncoder } from "./pcm-encoder.ts";

export interface EncoderShape {
  format: SpeechFormat;
  sampleRate: number;
  channels: 1 | 2;
  /** Bits per second, of mp3 only. */
  mp3Bitrate: number;
}

/** Turns sound into bytes of a format piece by piece. Every piece but the header stands as it was given out. */
export interface SoundEncoder {
  readonly contentType: string;
  /** File name extension. */
  readonly extension: string;
  /** Bits per second: of the asked rate for mp3, of the samples for the rest. */
  readonly bitrate: number;
  /** Bytes that are ready after these samples, one array of -1 to 1 per channel. */
  encode(channels: readonly Float32Array[]): Buffer;
  /** The last bytes, and the header that replaces the first ones now that the length is known; null keeps them. */
  finish(): { tail: Buffer; header: Buffer | null };
}

/** An encoder for any format that speech or music can ask for. */
export async function createSoundEncoder(shape: EncoderShape): Promise<SoundEncoder> {
  switch (shape.format) {
    case "mp3":
      return Mp3Encoder.create(shape);
    case "flac":
      return new FlacEncoder(shape);
    case "opus":
      return new OpusEncoder(shape);
    case "wav":
    case "pcm":
    case "pcmu_raw":
    case "pcmu_wav":
      return new PcmEncoder(shape);
  }
}
