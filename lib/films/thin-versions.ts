/** A saved version, as thinning sees it. */
export interface ThinnedVersion {
  number: number;
  savedAt: Date;
  name: string | null;
  bytes: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What the history of a film may take without its named versions. */
export const historyLimits = { versions: 500, bytes: 32_000_000 } as const;

/**
 * The versions that a film can do without: of the last hour none, of the day before all but the last of each ten minutes, of the
 * time before all but the last of each day (UTC). Then the oldest, where the history is too large. Never the newest one or one
 * that has a name. Pure.
 */
export function listThinnedVersions(versions: readonly ThinnedVersion[], now: Date): number[] {
  const dropped: number[] = [];
  let lastPeriod: number | null = null;
  let kept = 0;
  let bytes = 0;
  for (const version of versions.toSorted((left, right) => right.number - left.number)) {
    if (version.name !== null) continue;
    const periodMs = findPeriodMs(now.getTime() - version.savedAt.getTime());
    // Known by when it begins.
    const period: number | null =
      periodMs === null ? null : Math.floor(version.savedAt.getTime() / periodMs) * periodMs;
    const isFull = kept >= historyLimits.versions || bytes + version.bytes > historyLimits.bytes;
    const isNewest = kept === 0;
    if (!isNewest && (isFull || (period !== null && period === lastPeriod))) {
      dropped.push(version.number);
      continue;
    }
    lastPeriod = period;
    kept += 1;
    bytes += version.bytes;
  }
  return dropped;
}

/** Of how long a time one version is kept; null where all are. */
function findPeriodMs(ageMs: number): number | null {
  if (ageMs <= hourMs) return null;
  return ageMs <= dayMs ? 10 * minuteMs : dayMs;
}
