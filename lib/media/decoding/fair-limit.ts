/** For whom something runs. */
export interface Turn {
  userId: string;
  /** A result that is paid for: it goes before everything else. */
  isOwed?: boolean;
  /** Stops waiting. Does not interrupt a task that has started. */
  signal?: AbortSignal;
}

interface Waiting extends Turn {
  start(): void;
}

/**
 * Runs a limited number of tasks at once. Of those that wait, results that are owed go first. Then people take turns:
 * whoever was served longest ago is next, so many tasks of one person delay another's by one.
 */
export class FairLimit {
  readonly #concurrency: number;
  #running = 0;
  #starts = 0;
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = [];
  /** By person, the number of the latest start; forgotten when nothing runs. */
  readonly #latestStarts = new Map<string, number>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run<Result>(turn: Turn, task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      this.#noteStart(turn);
    } else {
      await this.#wait(turn);
    }
    try {
      return await task();
    } finally {
      this.#passOn();
    }
  }

  /** Resolves when the task may start, its place taken. Rejects with the reason of the turn's signal. */
  #wait(turn: Turn): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { signal } = turn;
    signal?.throwIfAborted();
    const onAbort = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(signal?.reason as Error);
    };
    const waiting: Waiting = {
      ...turn,
      start() {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      },
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#waiting.push(waiting);
    return promise;
  }

  /** Gives a place that has become free to the next. */
  #passOn(): void {
    const next = this.#takeNext();
    if (next) {
      this.#noteStart(next);
      next.start();
      return;
    }
    this.#running -= 1;
    if (this.#running === 0) this.#latestStarts.clear();
  }

  #takeNext(): Waiting | undefined {
    const [first, ...others] = this.#waiting;
    if (!first) return undefined;
    const next = others.reduce((best, each) => (this.#isBefore(each, best) ? each : best), first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    if (Boolean(one.isOwed) !== Boolean(other.isOwed)) return Boolean(one.isOwed);
    return (this.#latestStarts.get(one.userId) ?? 0) < (this.#latestStarts.get(other.userId) ?? 0);
  }

  #noteStart({ userId }: Turn): void {
    this.#starts += 1;
    this.#latestStarts.set(userId, this.#starts);
  }
}
