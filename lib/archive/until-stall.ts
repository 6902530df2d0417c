import { StudioError } from "@/lib/errors/studio-error";

/**
 * The chunks of a body, until nothing arrives for too long or its sender goes away.
 *
 * @throws StudioError input.timeout, or the reason of `signal`
 */
export async function* untilStall(
  source: AsyncIterable<Uint8Array>,
  { stallMs, signal }: { stallMs: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const ended = Promise.withResolvers<never>();
  // Awaited only beside the next chunk.
  ended.promise.catch(() => {});
  const abort = () => ended.reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  let isWaiting = true;
  try {
    signal.throwIfAborted();
    for (;;) {
      const timer = setTimeout(() => ended.reject(new StudioError("input.timeout")), stallMs);
      isWaiting = true;
      const next = await Promise.race([chunks.next(), ended.promise]).finally(() => clearTimeout(timer));
      isWaiting = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    const ending = chunks.return?.();
    // A source that still waits for its next chunk ends with its connection.
    if (isWaiting) ending?.catch(() => {});
    else await ending;
  }
}
