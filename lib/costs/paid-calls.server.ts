import { isBudgetFault, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { requireBudget } from "./budgets.server";
import { estimateCost, findPrices, settlePrice } from "./estimate-cost";
import { monthOf } from "./months";
import { readPrices } from "./prices.server";
import type { ExpectedUsage } from "./units";

/** A billable request outside of generations. Its kind has prices of its own, like a generator. */
export interface CallToPay {
  userId: string;
  kind: string;
  model: string;
  sandbox: boolean;
  expected: ExpectedUsage;
}

/**
 * Makes sure that a hard budget does not already keep a call from being sent that has to wait for its turn.
 *
 * @throws StudioError budget.reached
 */
export async function requireCallBudget(database: Queryable, call: CallToPay, now: number): Promise<void> {
  const { userId, sandbox } = call;
  const estimated = await estimateCall(database, call, now);
  await requireBudget(database, { userId, requests: [{ ...estimated, sandbox }], now });
}

/**
 * Records that a call leaves now, and takes its estimate from the budgets. From this commit on it may have been billed.
 *
 * @param subjectId what it is sent for; it has one call out at a time
 * @throws StudioError budget.reached; the transaction can only be rolled back then
 */
export async function openCall(
  transaction: Queryable,
  subjectId: string,
  call: CallToPay,
  now: number,
): Promise<void> {
  const { expected: _expected, ...sent } = call;
  const estimated = await estimateCall(transaction, call, now);
  try {
    await transaction.paidCall.create({
      data: { ...sent, ...estimated, subjectId, startedAt: new Date(now), month: monthOf(now) },
    });
  } catch (error) {
    throw isBudgetFault(error) ? new StudioError("budget.reached") : error;
  }
}

export type CallEnd =
  /** Milliseconds of sound, as the service reported them, else as they were expected; null for what has none. */
  | { state: "answered"; milliseconds: number | null }
  /** `refused`: nothing was made, and the budget has its estimate back. */
  | { state: "refused" | "unknown" };

/**
 * Records how the call ended that is out for something, and what it cost at the prices of when it was sent. Does nothing
 * where none is out. Locks budgets and figures, so that lines must be locked before.
 */
export async function closeCall(transaction: Queryable, subjectId: string, end: CallEnd): Promise<void> {
  const call = await transaction.paidCall.findFirst({ where: { subjectId, state: "open" } });
  if (!call) return;
  const { id, kind, model, startedAt } = call;
  if (end.state !== "answered") {
    await transaction.paidCall.update({ where: { id }, data: { state: end.state } });
    return;
  }
  const { milliseconds } = end;
  const used = { requests: 1, characters: null, milliseconds, images: null, songs: null };
  const settled = settlePrice(
    await readPrices(transaction),
    { ...call, generator: kind, model, at: startedAt.getTime() },
    used,
  );
  await transaction.paidCall.update({
    where: { id },
    data: { state: end.state, milliseconds, ...settled },
  });
}

async function estimateCall(database: Queryable, { kind, model, expected }: CallToPay, now: number) {
  const applying = findPrices(await readPrices(database), { generator: kind, model, at: now });
  const estimate = estimateCost(applying, expected)?.amount ?? null;
  return { estimate, currency: estimate === null ? null : applying[0]!.currency };
}
