import type { MusicFormValues } from "./music-input";

/** The input of a new form: the best quality, streamed. */
export const newMusicInput = {
  model: "music-3.0",
  prompt: "",
  stream: true,
  audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 256000 },
} as const satisfies MusicFormValues;
