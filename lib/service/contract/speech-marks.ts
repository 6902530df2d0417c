import type { z } from "zod";
import { reportProblem } from "./issue.ts";

/** service.md Limits, "Pause marker duration": `<#x#>`, x in seconds with at most two decimals. */
export const PAUSE_SECONDS = { min: 0.01, max: 99.99, decimals: 2 } as const;

const MARKER = /<#([^#<>]*)#>/g;
const DURATION = /^\d{1,2}(\.\d{1,2})?$/;
const PRONOUNCEABLE = /[\p{L}\p{N}]/u;

/** What is wrong with the pause markers of a text. */
export type PauseMarkerProblem = "duration" | "position" | "consecutive";

/** One marker of a text, where it stands (offsets in UTF-16 units), and the rules of service.md Text rules 2 it breaks. */
export interface PauseMarker {
  from: number;
  to: number;
  /** What stands between `<#` and `#>`. */
  duration: string;
  problems: PauseMarkerProblem[];
}

/**
 * Every pause marker of a text in order. By service.md Text rules 2 each names 0.01 to 99.99 seconds, stands between two
 * pronounceable texts, and no two follow each other.
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

/** What is wrong with the pause markers of a text: every problem once, with the marker it was first seen at. */
export function findPauseMarkerProblems(text: string): { problem: PauseMarkerProblem; marker: string }[] {
  const found = new Map<PauseMarkerProblem, string>();
  for (const { from, to, problems } of listPauseMarkers(text)) {
    for (const problem of problems) if (!found.has(problem)) found.set(problem, text.slice(from, to));
  }
  return [...found].map(([problem, marker]) => ({ problem, marker }));
}

/** Reports the pause markers of a text at a field. */
export function checkPauseMarkers(context: z.RefinementCtx, path: string, text: string): void {
  for (const { problem, marker } of findPauseMarkerProblems(text)) {
    const { min, max } = PAUSE_SECONDS;
    reportProblem(context, [path], `speech.pause.${problem}`, { marker, min, max });
  }
}

/** Whether there is anything in a text that can be said. */
export function isPronounceable(text: string): boolean {
  return PRONOUNCEABLE.test(text);
}

function isPauseDuration(text: string): boolean {
  return DURATION.test(text) && Number(text) >= PAUSE_SECONDS.min;
}

/** service.md "Asynchronous speech synthesis request", Text rules 1: sounds that a text may hold. */
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

/** Text rules 1: the models that take tone tags. */
export const TONE_TAG_MODELS = ["speech-2.8-hd", "speech-2.8-turbo"] as const;

/** Whether a model takes tone tags (Text rules 1). */
export function supportsToneTags(model: string): boolean {
  return TONE_TAG_MODELS.some((name) => name === model);
}

/** The tone tags that stand in a text, each once, in the order of the list. */
export function findToneTags(text: string): string[] {
  return TONE_TAGS.filter((tag) => text.includes(tag));
}
