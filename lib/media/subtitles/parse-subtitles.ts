import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import type { Sentence } from "./subtitles-dto";

/** Milliseconds, fractions and numbers in strings included; what is no time is as if it were not there. */
const timeSchema = z.coerce
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?(e\+?\d+)?$/i)
  .transform(Number)
  .pipe(z.number().max(Number.MAX_SAFE_INTEGER))
  .optional()
  .catch(undefined);

/** One sentence as the service writes it (unshown.md, "subtitles"); it has more fields than are needed here. */
const entrySchema = z.object({ text: z.string(), time_begin: timeSchema, time_end: timeSchema });

type Entry = z.infer<typeof entrySchema>;

/**
 * The sentences in the subtitle file of the service, in the order of their times and without overlaps. What is missing
 * is taken from the neighbours; an entry without words is left out.
 *
 * @param durationMs of the sound: where the last sentence ends when the file does not say
 * @throws StudioError subtitles.unreadable for what is no JSON array, or one in which nothing is a sentence
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

/** A sentence without a beginning begins where the one before it in the file ends. */
function withStarts(entries: readonly Entry[]): { text: string; startMs: number; endMs?: number }[] {
  let previousEnd = 0;
  return entries.map(({ text, time_begin: begin, time_end: endMs }) => {
    const startMs = begin ?? previousEnd;
    previousEnd = Math.max(startMs, endMs ?? startMs);
    return { text, startMs, endMs };
  });
}
