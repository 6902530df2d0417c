import { Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { monthOf } from "./months";

/** Stands for the whole studio where a person could stand, too. */
export const studioPayer = "00000000-0000-0000-0000-000000000000";

/** What a request will take from the budgets; without a currency nothing. */
export interface Estimated {
  currency: string | null;
  estimate: bigint | null;
  sandbox: boolean;
}

/** SQL for whether the budgets of a person and of the studio have an amount left. Its columns are those of a generation. */
export function hasLeft(month: number, amount: { own: Prisma.Sql; all: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`(
    reverie_has_left("userId", ${month}::integer, "currency", "sandbox", ${amount.own})
    AND reverie_has_left(${studioPayer}::uuid, ${month}::integer, "currency", "sandbox", ${amount.all})
  )`;
}

/**
 * Locks what an attempt has taken from, its person before the studio, until the transaction ends. Figures are locked after
 * it everywhere, so that nobody waits in a circle.
 */
export async function lockSpending(transaction: Queryable, attemptId: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM "Attempt" attempt JOIN "Generation" take ON take."id" = attempt."generationId"
      JOIN "Spending" known ON known."userId" IN (attempt."userId", ${studioPayer}::uuid)
        AND known."month" = attempt."month" AND known."currency" = attempt."currency"
        AND known."sandbox" = take."sandbox"
    WHERE attempt."id" = ${attemptId}::uuid
    ORDER BY known."userId" = ${studioPayer}::uuid
    FOR UPDATE OF known`;
}

/**
 * Makes sure that a hard budget does not already keep all of these requests from being sent. Those that it keeps back later
 * wait: only a claim takes from it.
 *
 * @throws StudioError budget.reached
 */
export async function requireBudget(
  database: Queryable,
  { userId, requests, now }: { userId: string; requests: readonly Estimated[]; now: number },
): Promise<void> {
  const [first] = requests;
  if (!first || requests.some(({ currency }) => currency === null)) return;
  const { currency, sandbox } = first;
  const least = requests.reduce(
    (lowest, { estimate }) => ((estimate ?? 0n) < lowest ? (estimate ?? 0n) : lowest),
    first.estimate ?? 0n,
  );
  const amount = Prisma.sql`${least}::bigint`;
  const [row] = await database.$queryRaw<{ has: boolean }[]>`
    SELECT ${hasLeft(monthOf(now), { own: amount, all: amount })} AS "has"
    FROM (SELECT ${userId}::uuid AS "userId", ${currency}::text AS "currency", ${sandbox}::boolean AS "sandbox") asked`;
  if (!row!.has) throw new StudioError("budget.reached");
}
