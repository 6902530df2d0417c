import type { EncoderShape } from "../audio/sound.ts";
import type { MusicPart } from "../music/render-song.ts";
import type { SpeechPart, SpokenSentence } from "../speech/perform-speech.ts";

/** A sound to be made. The same order is the same sound, byte for byte. */
export interface SoundOrder {
  shape: EncoderShape;
  content: SoundContent;
}

export type SoundContent = { kind: "speech"; part: SpeechPart } | { kind: "music"; part: MusicPart };

/** What is known of a sound once it is made. */
export interface SoundFacts {
  contentType: string;
  /** File name extension. */
  extension: string;
  /** Bits per second. */
  bitrate: number;
  durationMs: number;
  sizeBytes: number;
  sampleRate: number;
  channels: number;
  /** Of speech, else none. */
  sentences: SpokenSentence[];
}

/** Bytes of a sound in their order, and how far the sound goes with them. */
export interface SoundPiece {
  bytes: Uint8Array;
  untilMs: number;
}
