import type { z } from "zod";
import { reportProblem } from "./issue.ts";

/** service.md Limits, "Pause marker duration": `<#x#>`, x in seconds with at most two decimals. */
export const PAUSE_SECONDS = { min: 0.01, max: 99.99, decimals: 2 } as const;

const MARKER = /<#([^#<>]*)#>/g;
const DURATION = /^\d{1,2}(\.\d{1,2})?$/;
const PRONOUNCEABLE = /[\p{L}\p{N}]/u;

/** What is wrong with the pause markers of a text. */
export type PauseMarkerProblem = "duration" | "position" | "consecutive";

/**
 * Checks service.md Text rules 2: each marker names 0.01 to 99.99 seconds, stands between two pronounceable texts, and
 * no two follow each other. Every problem once, with the marker it was first seen at.
 */
export function findPauseMarkerProblems(text: string): { problem: PauseMarkerProblem; marker: string }[] {
  const markers = [...text.matchAll(MARKER)];
  const found = new Map<PauseMarkerProblem, string>();
  const note = (problem: PauseMarkerProblem, marker: string) => {
    if (!found.has(problem)) found.set(problem, marker);
  };
  let end = 0;
  markers.forEach((match, order) => {
    const [marker, duration = ""] = match;
    if (!isPauseDuration(duration)) note("duration", marker);
    if (!PRONOUNCEABLE.test(text.slice(end, match.index)))
      note(order === 0 ? "position" : "consecutive", marker);
    end = match.index + marker.length;
    if (order === markers.length - 1 && !PRONOUNCEABLE.test(text.slice(end))) note("position", marker);
  });
  return [...found].map(([problem, marker]) => ({ problem, marker }));
}

/** Reports the pause markers of a text at a field. */
export function checkPauseMarkers(context: z.RefinementCtx, path: string, text: string): void {
  for (const { problem, marker } of findPauseMarkerProblems(text)) {
    const { min, max } = PAUSE_SECONDS;
    reportProblem(context, [path], `speech.pause.${problem}`, { marker, min, max });
  }
}

function isPauseDuration(text: string): boolean {
  return DURATION.test(text) && Number(text) >= PAUSE_SECONDS.min;
}
