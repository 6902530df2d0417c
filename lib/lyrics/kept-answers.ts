export interface KeptAnswersOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** How long an answer is given again. */
  keepMs?: number;
  /** Answers that are kept; the oldest goes first. */
  maxAnswers?: number;
  /** Whether a fault proves that nothing was made: then the same key may try anew. */
  mayTryAnew: (error: unknown) => boolean;
}

interface Entry<Answer> {
  /** What was asked, to tell the same question from another one under the same key. */
  question: string;
  answer: Promise<Answer>;
  /** Null while it is being made. */
  settledAt: number | null;
}

/** The key was used for another question. */
export class KeyConflict extends Error {
  override readonly name = "KeyConflict";
}

/**
 * Answers by key, so that what may cost is asked once: a second press while the first is under way waits for the same
 * answer, and whoever lost an answer on its way gets it when they ask again.
 */
export class KeptAnswers<Answer> {
  private readonly entries = new Map<string, Entry<Answer>>();
  private readonly options: Required<KeptAnswersOptions>;

  constructor(options: KeptAnswersOptions) {
    this.options = { keepMs: 15 * 60_000, maxAnswers: 500, ...options };
  }

  /** The answer to a question, made at most once for a key. Throws KeyConflict, and what `make` throws. */
  get(key: string, question: string, make: () => Promise<Answer>): Promise<Answer> {
    this.forgetOld();
    const known = this.entries.get(key);
    if (known) {
      if (known.question !== question) throw new KeyConflict();
      return known.answer;
    }
    const entry: Entry<Answer> = { question, answer: make(), settledAt: null };
    this.entries.set(key, entry);
    entry.answer.then(
      () => {
        entry.settledAt = this.options.now();
      },
      (error: unknown) => {
        entry.settledAt = this.options.now();
        if (this.options.mayTryAnew(error)) this.entries.delete(key);
      },
    );
    return entry.answer;
  }

  private forgetOld(): void {
    const { now, keepMs, maxAnswers } = this.options;
    for (const [key, { settledAt }] of this.entries) {
      const isOld = settledAt !== null && now() - settledAt >= keepMs;
      const isTooMany = settledAt !== null && this.entries.size >= maxAnswers;
      if (isOld || isTooMany) this.entries.delete(key);
    }
  }
}
