/** Wakes one who waits; remembers that it was rung since it was last reset. */
export interface Bell {
  ring(): void;
  reset(): void;
  /** Until it is rung, the time is over, or the signal of the bell aborts. */
  wait(timeoutMs: number): Promise<void>;
}

export function createBell(signal: AbortSignal): Bell {
  let rung = false;
  let wake = (): void => undefined;
  return {
    ring() {
      rung = true;
      wake();
    },
    reset() {
      rung = false;
    },
    async wait(timeoutMs) {
      if (rung || signal.aborted) return;
      const woken = Promise.withResolvers<void>();
      wake = () => woken.resolve();
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener("abort", wake, { once: true });
      await woken.promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
    },
  };
}
