import type { CoverFormValues } from "./cover-input";

/** The input of a new form: the best quality, streamed. */
export const newCoverInput = {
  model: "music-cover",
  prompt: "",
  stream: true,
  audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 256000 },
} as const satisfies CoverFormValues;
