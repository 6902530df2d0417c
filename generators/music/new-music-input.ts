import type { MusicFormValues } from "./music-input";

/** A form that nobody has touched: a song of the best sound there is, heard while it is composed. */
export const newMusicInput = {
  model: "music-3.0",
  prompt: "",
  stream: true,
  audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 256000 },
} as const satisfies MusicFormValues;
