import type { SoundFormat } from "../peaks/decode/sound-decoder";

export const soundFileFormats = ["mp3", "wav", "flac", "m4a"] as const;
export type SoundFileFormat = (typeof soundFileFormats)[number];

/** The types of the files, which decide their extensions. */
export const soundFileTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  m4a: "audio/mp4",
} as const satisfies Record<SoundFileFormat, string>;

/** What to make of stored audio. */
export interface ConversionOrder {
  source: SoundFormat;
  /** By the header. The decoder of MP3 gives every sound two channels. */
  channels: number | undefined;
  format: SoundFileFormat;
  /** Integrated loudness in LUFS; null keeps the level. */
  loudnessLufs: number | null;
  /** Longer audio is refused. */
  maxSeconds: number;
  /** Written into an M4A file, whose tags are part of its index; other formats get theirs when they are delivered. */
  tags: M4aTags | null;
}

export interface M4aTags {
  title: string;
  comment?: string | undefined;
  lyrics?: string | undefined;
  /** The model. */
  description?: string | undefined;
  date?: Date | undefined;
  /** JSON of how it was generated. */
  parameters?: string | undefined;
}

/** To the process: the order, then the bytes that it requests; null at the end of the source. */
export type ToConversionProcess =
  | { type: "order"; order: ConversionOrder }
  | { type: "bytes"; bytes: Uint8Array | null };

export interface ConvertedSoundFacts {
  durationSeconds: number;
  bytes: number;
}

/** Why there is no file. `format`: the format has no such sample rate or number of channels. */
export type ConversionFault = "damaged" | "too-long" | "format";

/**
 * From the process: a request for the next bytes of a reading of the source, counted from 1 (a new reading starts at the
 * beginning), or how it ended. The file is in the descriptor `outputDescriptor`.
 */
export type FromConversionProcess =
  | { type: "more"; reading: number }
  | ({ type: "done" } & ConvertedSoundFacts)
  | { type: "refused"; fault: ConversionFault; detail: string };

/** The file descriptor that the process writes to. */
export const outputDescriptor = 4;
