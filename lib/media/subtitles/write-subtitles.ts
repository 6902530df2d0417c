import type { Sentence } from "./subtitles-dto";

/** Players skip a cue that lasts no time, and WebVTT forbids it. */
const minCueMs = 1;

/** SubRip, as players of every age read it: numbered cues, commas in times, CRLF. */
export function writeSrt(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, startMs, endMs }, index) => {
      const [start, end] = cueTimes(startMs, endMs, ",");
      // There is no way to escape: what would end the cue or look like its times is written otherwise.
      const lines = cueLines(text).replaceAll("-->", "→").replaceAll("\n", "\r\n");
      return `${index + 1}\r\n${start} --> ${end}\r\n${lines}\r\n\r\n`;
    })
    .join("");
}

/** WebVTT (W3C): `&`, `<` and `>` are escaped, which also hides `-->`. */
export function writeVtt(sentences: readonly Sentence[]): string {
  const cues = sentences.map(({ text, startMs, endMs }, index) => {
    const [start, end] = cueTimes(startMs, endMs, ".");
    const escaped = cueLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `${index + 1}\n${start} --> ${end}\n${escaped}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** A blank line ends a cue in either form, so a text has none. */
function cueLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function cueTimes(startMs: number, endMs: number, separator: "," | "."): [string, string] {
  const end = Math.max(endMs, startMs + minCueMs);
  return [formatTime(startMs, separator), formatTime(end, separator)];
}

function formatTime(timeMs: number, separator: "," | "."): string {
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, "0");
  const clock = [timeMs / 3_600_000, (timeMs / 60_000) % 60, (timeMs / 1_000) % 60].map((part) => pad(part));
  return `${clock.join(":")}${separator}${pad(timeMs % 1_000, 3)}`;
}

/** The forms in which subtitles are had as files. */
export const subtitleFormats = ["srt", "vtt"] as const;

export const subtitleFiles = {
  srt: { mimeType: "application/x-subrip", write: writeSrt },
  vtt: { mimeType: "text/vtt", write: writeVtt },
} as const satisfies Record<(typeof subtitleFormats)[number], unknown>;
