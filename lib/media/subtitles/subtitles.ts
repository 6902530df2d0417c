import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import type { subtitleFormats } from "./subtitle-formats";
import type { Sentence } from "./subtitles-dto";

/** Milliseconds; accepts fractions and strings. An invalid time is treated as missing. */
const timeSchema = z.coerce
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?(e\+?\d+)?$/i)
  .transform(Number)
  .pipe(z.number().max(Number.MAX_SAFE_INTEGER))
  .optional()
  .catch(undefined);

/** A sentence in the service's format (unshown.md Speech "subtitles"); other fields are ignored. */
const entrySchema = z.object({ text: z.string(), time_begin: timeSchema, time_end: timeSchema });

type Entry = z.infer<typeof entrySchema>;

/**
 * Parses the service's subtitle file into sentences ordered by time, without overlaps. Missing times are
 * derived from the neighbours; entries without text are dropped.
 *
 * @param durationMs of the audio: the end of the last sentence where the file doesn't specify one @throws
 * StudioError subtitles.unreadable where it isn't a JSON array, or contains no sentence
 */
export function parseSubtitles(json: string, { durationMs }: { durationMs?: number } = {}): Sentence[] {
  const entries = readEntries(json);
  const timed = withStarts(entries).sort((left, right) => left.startMs - right.startMs);
  return timed.map(({ text, startMs, endMs }, index) => {
    const limit = timed[index + 1]?.startMs ?? Infinity;
    const end = endMs ?? (limit < Infinity ? limit : (durationMs ?? startMs));
    return {
      index,
      text,
      startMs: Math.round(startMs),
      endMs: Math.round(Math.max(startMs, Math.min(end, limit))),
    };
  });
}

function readEntries(json: string): Entry[] {
  const found = z.array(z.unknown()).safeParse(parseJson(json));
  if (!found.success) throw new StudioError("subtitles.unreadable", { cause: found.error });
  const entries = found.data.flatMap((value) => {
    const entry = entrySchema.safeParse(value);
    const text = entry.data?.text.trim();
    return entry.success && text ? [{ ...entry.data, text }] : [];
  });
  if (entries.length === 0 && found.data.length > 0) throw new StudioError("subtitles.unreadable");
  return entries;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new StudioError("subtitles.unreadable", { cause });
  }
}

/** A missing start is the end of the previous sentence in the file. */
function withStarts(entries: readonly Entry[]): { text: string; startMs: number; endMs?: number }[] {
  let previousEnd = 0;
  return entries.map(({ text, time_begin: begin, time_end: endMs }) => {
    const startMs = begin ?? previousEnd;
    previousEnd = Math.max(startMs, endMs ?? startMs);
    return { text, startMs, endMs };
  });
}

/** WebVTT forbids cues without a duration, and players skip them. */
const minCueMs = 1;

/** SubRip in its most compatible form: numbered cues, commas in times, CRLF. */
export function writeSrt(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, startMs, endMs }, index) => {
      const [start, end] = cueTimes(startMs, endMs, ",");
      // SubRip has no escapes, so text that would end the cue or look like a time is replaced.
      const lines = cueLines(text).replaceAll("-->", "→").replaceAll("\n", "\r\n");
      return `${index + 1}\r\n${start} --> ${end}\r\n${lines}\r\n\r\n`;
    })
    .join("");
}

/** WebVTT (W3C). Escaping `&`, `<` and `>` also hides `-->`. */
export function writeVtt(sentences: readonly Sentence[]): string {
  const cues = sentences.map(({ text, startMs, endMs }, index) => {
    const [start, end] = cueTimes(startMs, endMs, ".");
    const escaped = cueLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `${index + 1}\n${start} --> ${end}\n${escaped}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** A blank line would end the cue. */
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

export const subtitleFiles = {
  srt: { mimeType: "application/x-subrip", write: writeSrt },
  vtt: { mimeType: "text/vtt", write: writeVtt },
} as const satisfies Record<(typeof subtitleFormats)[number], unknown>;
