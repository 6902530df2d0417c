/** In browsers without requestIdleCallback. */
const fallbackDelayMs = 200;

/**
 * Calls back when the browser is idle, after `timeoutMs` at the latest.
 *
 * @returns cancels the call
 */
export function whenIdle(callback: () => void, timeoutMs: number): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(() => callback(), { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, Math.min(fallbackDelayMs, timeoutMs));
  return () => clearTimeout(timer);
}
