/** How far the studio's clock is ahead of the browser's, in milliseconds; 0 if the difference is within the latency. */
let aheadMs = 0;

/** The header has whole seconds: on average it is half a second behind. */
const headerGrainMs = 1_000;
/** Smaller differences between the clocks do not matter. */
const toleratedMs = 1_500;

/**
 * Learns the studio's time from a response, since the clock of a browser may be hours off. Cacheable responses are ignored:
 * their date may be old.
 *
 * @param headers of the response
 * @param askedAtMs when the request was sent, by the browser's clock
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

/** The studio's time in epoch milliseconds, as far as it is known. */
export function readServerTime(): number {
  return Date.now() + aheadMs;
}
