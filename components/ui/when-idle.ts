/** Where a browser cannot tell that it is idle. */
const restMs = 200;

/**
 * Acts when the browser has nothing else to do, after `timeoutMs` at the latest.
 *
 * @returns takes the wish back
 */
export function whenIdle(act: () => void, timeoutMs: number): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(() => act(), { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, Math.min(restMs, timeoutMs));
  return () => clearTimeout(timer);
}
