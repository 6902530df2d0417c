/** Time, injectable so that tests of limits need not wait. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back once after so many milliseconds; the result cancels it. */
  schedule(afterMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(afterMs, callback) {
    const timer = setTimeout(callback, afterMs);
    return () => clearTimeout(timer);
  },
};
