/** What waits for the end of each open transaction. */
const waiting = new WeakMap<object, (() => void)[]>();

/**
 * Calls back once the transaction is committed, and never if it is undone. Without an open transaction, at once.
 *
 * @param queryable a transaction of a client that `createDatabase` made, or the client itself
 */
export function afterCommit(queryable: object, tell: () => void): void {
  const others = waiting.get(queryable);
  if (others) others.push(tell);
  else tell();
}

type Work<Transaction, Result> = (transaction: Transaction) => Promise<Result>;

/** The transactions of a client, with `afterCommit`. */
export function tellCommits<Transaction extends object, Options>(
  begin: <Result>(work: Work<Transaction, Result>, options?: Options) => Promise<Result>,
): typeof begin {
  return async (work, options) => {
    let told: (() => void)[] = [];
    const result = await begin(async (transaction) => {
      told = [];
      waiting.set(transaction, told);
      return work(transaction);
    }, options);
    for (const tell of told) tell();
    return result;
  };
}
