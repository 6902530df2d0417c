/** service.md "Music generation request", model: songs and instrumentals. */
export const SONG_MODELS = ["music-3.0", "music-2.6", "music-3.0-free", "music-2.6-free"] as const;

/** service.md "Music generation request", model: covers of reference audio. */
export const COVER_MODELS = ["music-cover", "music-cover-free"] as const;

export const MUSIC_MODELS = [
  "music-3.0",
  "music-2.6",
  "music-cover",
  "music-3.0-free",
  "music-2.6-free",
  "music-cover-free",
] as const;

/** service.md Limits: lengths in code points. */
export const MUSIC_LIMITS = {
  promptMaxLength: 2000,
  lyricsMinLength: 1,
  lyricsMaxLength: 3500,
  coverPromptMinLength: 10,
  coverPromptMaxLength: 300,
  coverLyricsMinLength: 10,
  coverLyricsMaxLength: 1000,
} as const;

/** service.md "Rules for cover models" 4: limits of reference audio. */
export const REFERENCE_AUDIO_LIMITS = { secondsMin: 6, secondsMax: 360, maxBytes: 50_000_000 } as const;

/** service.md "Music audio_setting": hertz. */
export const MUSIC_SAMPLE_RATES = [16000, 24000, 32000, 44100] as const;
/** service.md "Music audio_setting": bits per second. */
export const MUSIC_BITRATES = [32000, 64000, 128000, 256000] as const;
/** service.md "Music audio_setting". */
export const MUSIC_FORMATS = ["mp3", "wav", "pcm"] as const;
/** service.md "Music generation request", output_format; hex is the default and the only option for streams. */
export const MUSIC_OUTPUT_FORMATS = ["url", "hex"] as const;

/** service.md "Music generation request", lyrics: structure tags. */
export const STRUCTURE_TAGS = [
  "[Intro]",
  "[Verse]",
  "[Pre Chorus]",
  "[Chorus]",
  "[Interlude]",
  "[Bridge]",
  "[Outro]",
  "[Post Chorus]",
  "[Transition]",
  "[Break]",
  "[Hook]",
  "[Build Up]",
  "[Inst]",
  "[Solo]",
] as const;
