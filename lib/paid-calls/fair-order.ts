/** A queued call of a person. */
export interface QueuedCall {
  id: string;
  /** Its number among the person's calls in the line, from 1. */
  nth: number;
}

/** A queued generation, and when it is planned to start, in epoch milliseconds. */
export interface QueuedGeneration extends QueuedCall {
  scheduledAt: number;
}

/** What one person has waiting in a line. */
export interface LineShare {
  userId: string;
  /** How many calls wait, of both kinds. */
  waiting: number;
  /** The first two queued generations. */
  generations: readonly QueuedGeneration[];
  /** All queued cover analyses. */
  analyses: readonly QueuedCall[];
}

/** The shares of everyone who waits, in the order of turns: who was served longest ago is first. */
export type LineShares = readonly LineShare[];

/**
 * The place in the line of a person's nth call, from 1. The line goes round: each person's first call, then each person's
 * second, and so on. So the calls of one person keep their order, and many calls of one delay another's by one at a time.
 * Pure.
 *
 * @param call.nth may be greater than the number of waiting calls, for calls that don't exist yet
 */
export function findPlace(
  shares: readonly Pick<LineShare, "userId" | "waiting">[],
  { userId, nth }: { userId: string; nth: number },
): number {
  const own = shares.findIndex((share) => share.userId === userId);
  const turn = own < 0 ? shares.length : own;
  let ahead = nth - 1;
  for (const [index, { waiting }] of shares.entries()) {
    if (index !== turn) ahead += Math.min(waiting, index < turn ? nth : nth - 1);
  }
  return ahead + 1;
}

/** How many calls wait in the line. Pure. */
export function countWaiting(shares: readonly Pick<LineShare, "waiting">[]): number {
  return shares.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** The number of a person's next call in the line, from 1. Pure. */
export function findNextNumber(
  shares: readonly Pick<LineShare, "userId" | "waiting">[],
  userId: string,
): number {
  return (shares.find((share) => share.userId === userId)?.waiting ?? 0) + 1;
}

/** The first two queued generations of the line with their places. Pure. */
export function findFirstGenerations(shares: LineShares): (QueuedGeneration & { place: number })[] {
  return shares
    .flatMap(({ userId, generations }) =>
      generations.map((call) => ({ ...call, place: findPlace(shares, { userId, nth: call.nth }) })),
    )
    .toSorted((left, right) => left.place - right.place)
    .slice(0, 2);
}

/** The place of a cover analysis. One that is not listed, because it is late, is the person's first. Pure. */
export function findAnalysisPlace(
  shares: LineShares,
  { userId, id }: { userId: string; id: string },
): number {
  const listed = shares.find((share) => share.userId === userId)?.analyses.find((call) => call.id === id);
  return findPlace(shares, { userId, nth: listed?.nth ?? 1 });
}
