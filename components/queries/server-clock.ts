/** How far the studio's clock is ahead of this browser's; what is too small to tell from the way here counts as none. */
let aheadMs = 0;

/** The header tells whole seconds: on average half of one is missing. */
const headerGrainMs = 1_000;
/** What two clocks may differ by before anybody is told wrong. */
const toleratedMs = 1_500;

/**
 * Learns the time of the studio from an answer: moments that it tells are compared with its own clock, since that of a
 * browser may be hours off. An answer that may be kept says when it was made, which may be long ago, and teaches nothing.
 *
 * @param headers of the answer
 * @param askedAtMs when the request left, by this browser
 */
export function learnServerTime(headers: Headers, askedAtMs: number): void {
  if (!headers.get("cache-control")?.includes("no-store")) return;
  const toldMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(toldMs)) return;
  const hereMs = Date.now();
  const apartMs = toldMs + headerGrainMs / 2 - (askedAtMs + hereMs) / 2;
  const unsureMs = (hereMs - askedAtMs) / 2 + headerGrainMs / 2 + toleratedMs;
  aheadMs = Math.abs(apartMs) <= unsureMs ? 0 : apartMs;
}

/** The time in epoch milliseconds by the studio's clock, as far as it is known. */
export function readServerTime(): number {
  return Date.now() + aheadMs;
}
