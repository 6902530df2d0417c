import type { z } from "zod";
import { reportProblem } from "./issue.ts";

/** service.md Limits, "Pause marker duration": `<#x#>`, x in seconds with at most two decimals. */
export const PAUSE_SECONDS = { min: 0.01, max: 99.99, decimals: 2 } as const;

const MARKER = /<#([^#<>]*)#>/g;
const DURATION = /^\d{1,2}(\.\d{1,2})?$/;
const PRONOUNCEABLE = /[\p{L}\p{N}]/u;

/** The rules of service.md Text rules 2 that a pause marker can break. */
export type PauseMarkerProblem = "duration" | "position" | "consecutive";

/** A pause marker, its position (offsets in UTF-16 units) and the rules it breaks. */
interface PauseMarker {
  from: number;
  to: number;
  /** The text between `<#` and `#>`. */
  duration: string;
  problems: PauseMarkerProblem[];
}

/**
 * All pause markers of a text, in order. By service.md Text rules 2, each has 0.01 to 99.99 seconds and is
 * between two pronounceable texts; no two are adjacent.
 */
export function listPauseMarkers(text: string): PauseMarker[] {
  let end = 0;
  const markers = [...text.matchAll(MARKER)].map((match, order): PauseMarker => {
    const [marker, duration = ""] = match;
    const problems: PauseMarkerProblem[] = [];
    if (!isPauseDuration(duration)) problems.push("duration");
    if (!isPronounceable(text.slice(end, match.index)))
      problems.push(order === 0 ? "position" : "consecutive");
    end = match.index + marker.length;
    return { from: match.index, to: end, duration, problems };
  });
  const last = markers.at(-1);
  if (last && !last.problems.includes("position") && !isPronounceable(text.slice(last.to))) {
    last.problems.push("position");
  }
  return markers;
}

/** The problems of a text's pause markers, each once, with the first marker that has it. */
export function findPauseMarkerProblems(text: string): { problem: PauseMarkerProblem; marker: string }[] {
  const found = new Map<PauseMarkerProblem, string>();
  for (const { from, to, problems } of listPauseMarkers(text)) {
    for (const problem of problems) if (!found.has(problem)) found.set(problem, text.slice(from, to));
  }
  return [...found].map(([problem, marker]) => ({ problem, marker }));
}

/** Reports a text's pause markers at a field. */
export function checkPauseMarkers(context: z.RefinementCtx, path: string, text: string): void {
  for (const { problem, marker } of findPauseMarkerProblems(text)) {
    const { min, max } = PAUSE_SECONDS;
    reportProblem(context, [path], `speech.pause.${problem}`, { marker, min, max });
  }
}

/** Whether a text contains anything to pronounce. */
export function isPronounceable(text: string): boolean {
  return PRONOUNCEABLE.test(text);
}

function isPauseDuration(text: string): boolean {
  return DURATION.test(text) && Number(text) >= PAUSE_SECONDS.min;
}

/** service.md "Asynchronous speech synthesis request", Text rules 1: sounds that a text may contain. */
export const TONE_TAGS = [
  "(laughs)",
  "(chuckle)",
  "(coughs)",
  "(clear-throat)",
  "(groans)",
  "(breath)",
  "(pant)",
  "(inhale)",
  "(exhale)",
  "(gasps)",
  "(sniffs)",
  "(sighs)",
  "(snorts)",
  "(burps)",
  "(lip-smacking)",
  "(humming)",
  "(hissing)",
  "(emm)",
  "(whistles)",
  "(sneezes)",
  "(crying)",
  "(applause)",
] as const;

/** Text rules 1: models that support tone tags. */
export const TONE_TAG_MODELS = ["speech-2.8-hd", "speech-2.8-turbo"] as const;

/** Whether a model supports tone tags (Text rules 1). */
export function supportsToneTags(model: string): boolean {
  return TONE_TAG_MODELS.some((name) => name === model);
}

/** The tone tags in a text, each once, in the order of the list. */
export function findToneTags(text: string): string[] {
  return TONE_TAGS.filter((tag) => text.includes(tag));
}
