/** File formats of subtitles. Apart from what writes them, for pages. */
export const subtitleFormats = ["srt", "vtt"] as const;
