import type { CoverAnalysisDto } from "./cover-analysis-dto";

/**
 * Chooses from the analyses of one sound, newest first, like the server: a pending one, else one with a valid identifier,
 * else the newest.
 */
export function chooseAnalysis(
  analyses: readonly CoverAnalysisDto[],
  nowMs: number,
): CoverAnalysisDto | null {
  const [newest = null] = analyses;
  if (newest && isPending(newest)) return newest;
  return analyses.find((analysis) => isUsable(analysis, nowMs)) ?? newest;
}

/** Whether its identifier is still valid. */
export function isUsable({ state, expiresAt }: CoverAnalysisDto, nowMs: number): boolean {
  return state === "ready" && expiresAt !== null && Date.parse(expiresAt) > nowMs;
}

/** Whether it waits in the queue or for its response. */
export function isPending({ state }: Pick<CoverAnalysisDto, "state">): boolean {
  return state === "queued" || state === "running";
}
