/** Lets one waiter sleep until there is something to do. A wake-up that comes before the wait is remembered. */
interface WakeSignal {
  wake(): void;
  /** Forgets earlier wake-ups. */
  reset(): void;
  /** Resolves when woken, after `timeoutMs`, or when the abort signal fires. */
  wait(timeoutMs: number): Promise<void>;
}

export function createWakeSignal(signal: AbortSignal): WakeSignal {
  let isAwake = false;
  let resume = (): void => undefined;
  return {
    wake() {
      isAwake = true;
      resume();
    },
    reset() {
      isAwake = false;
    },
    async wait(timeoutMs) {
      if (isAwake || signal.aborted) return;
      const woken = Promise.withResolvers<void>();
      resume = () => woken.resolve();
      const timer = setTimeout(resume, timeoutMs);
      signal.addEventListener("abort", resume, { once: true });
      await woken.promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", resume);
    },
  };
}
