/** In browsers without requestIdleCallback. */
const restMs = 200;

/**
 * Calls back when the browser is idle, after `timeoutMs` at the latest.
 *
 * @returns cancels the call
 */
export function whenIdle(act: () => void, timeoutMs: number): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(() => act(), { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, Math.min(restMs, timeoutMs));
  return () => clearTimeout(timer);
}
