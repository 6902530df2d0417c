import type { CoverFormValues } from "./cover-input";

/** A form that nobody has touched: a cover of the best sound there is, heard while it is composed. */
export const newCoverInput = {
  model: "music-cover",
  prompt: "",
  stream: true,
  audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 256000 },
} as const satisfies CoverFormValues;
