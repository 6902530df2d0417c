import { isPending, type CoverAnalysisDto } from "./cover-analysis-dto";

/**
 * Of the analyses of one sound, newest first, the one that counts, as the server sees it: the call that is out, else the
 * one whose identifier lives, else the newest. A later one that failed takes nothing away from it.
 */
export function chooseAnalysis(
  analyses: readonly CoverAnalysisDto[],
  nowMs: number,
): CoverAnalysisDto | null {
  const [newest = null] = analyses;
  if (newest && isPending(newest)) return newest;
  return analyses.find((analysis) => isUsable(analysis, nowMs)) ?? newest;
}

/** Whether the service still knows the sound by its identifier. */
export function isUsable({ state, expiresAt }: CoverAnalysisDto, nowMs: number): boolean {
  return state === "ready" && expiresAt !== null && Date.parse(expiresAt) > nowMs;
}
