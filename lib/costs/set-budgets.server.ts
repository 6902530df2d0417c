import { recordAudit } from "@/lib/audit/record-audit.server";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import { getConnection } from "@/lib/connections/get-connection.server";
import type { Database, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { BudgetsDto, BudgetsInput } from "./budget-dto";
import { studioPayer } from "./budgets.server";
import { toDecimal, toMicros } from "./money";
import { monthOf } from "./months";
import { findCurrency } from "./prices.server";

const writeLimit = (limit: bigint | null) => (limit === null ? null : toDecimal(limit));
const readLimit = (limit: string | null) => (limit === null ? null : toMicros(limit));

/** The budgets that somebody may see, and what this month has taken from them. */
export async function getBudgets(
  { database, clock }: { database: Queryable; clock: Clock },
  { userId, role }: Pick<Actor, "userId" | "role">,
): Promise<BudgetsDto> {
  const month = monthOf(clock.now());
  const currency = await findCurrency(database);
  const [rows, spending, people, usesSandbox] = await Promise.all([
    database.budget.findMany({ orderBy: { userId: "asc" } }),
    database.spending.findMany({ where: { month, currency: currency ?? "" } }),
    database.user.findMany({ select: { id: true, name: true }, orderBy: { createdAt: "asc" } }),
    findSandboxUse(database, userId),
  ]);
  const spentBy = (payer: string, sandbox: boolean) =>
    spending.find((row) => row.userId === payer && row.sandbox === sandbox)?.spent ?? 0n;
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const seen = rows.filter((row) => role === "owner" || row.userId === userId);
  const reach = (sandbox: boolean): BudgetsDto["reached"] => {
    const passes = (pick: (row: (typeof rows)[number]) => bigint | null) =>
      rows.some((row) => {
        const limit = pick(row);
        const counts = row.userId === userId || row.userId === studioPayer;
        return counts && limit !== null && spentBy(row.userId, sandbox) >= limit;
      });
    if (passes(({ hard }) => hard)) return "hard";
    return passes(({ soft }) => soft) ? "soft" : "none";
  };
  return {
    currency,
    month: `${Math.floor(month / 100)}-${String(month % 100).padStart(2, "0")}`,
    reached: reach(false),
    sandboxReached: reach(true),
    ownId: userId,
    usesSandbox,
    budgets: seen.map((row) => ({
      memberId: row.userId === studioPayer ? null : row.userId,
      name: names.get(row.userId) ?? null,
      soft: writeLimit(row.soft),
      hard: writeLimit(row.hard),
      spent: toDecimal(spentBy(row.userId, false)),
      sandboxSpent: toDecimal(spentBy(row.userId, true)),
    })),
  };
}

/**
 * Replaces all budgets. What was sent stays; whoever calls this puts back in line what now has enough left.
 *
 * @throws StudioError input.invalid with the fields: without prices, or of somebody who is no member
 */
export async function setBudgets(
  services: { database: Database; clock: Clock },
  owner: Actor,
  { budgets }: BudgetsInput,
): Promise<BudgetsDto> {
  return services.database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('prices', 0))`;
    if (budgets.length > 0 && (await findCurrency(transaction)) === null) {
      throw new StudioError("input.invalid", {
        fields: [{ path: "budgets", key: "budget.no-currency", values: {} }],
      });
    }
    const people = new Set((await transaction.user.findMany({ select: { id: true } })).map(({ id }) => id));
    const unknown = budgets.flatMap(({ memberId }, index) =>
      memberId === null || people.has(memberId)
        ? []
        : [{ path: `budgets.${index}.memberId`, key: "budget.member", values: {} }],
    );
    if (unknown.length > 0) throw new StudioError("input.invalid", { fields: unknown });
    await transaction.budget.deleteMany();
    await transaction.budget.createMany({
      data: budgets
        .filter(({ soft, hard }) => soft !== null || hard !== null)
        .map(({ memberId, soft, hard }) => ({
          userId: memberId ?? studioPayer,
          soft: readLimit(soft),
          hard: readLimit(hard),
        })),
    });
    await recordAudit(transaction, {
      kind: "budgets-changed",
      author: owner,
      facts: { count: budgets.length },
    });
    return getBudgets({ ...services, database: transaction }, owner);
  });
}

/** Without a connection nothing goes anywhere. */
async function findSandboxUse(database: Queryable, userId: string): Promise<boolean> {
  try {
    return (await getConnection(userId, database)).sandbox;
  } catch (error) {
    if (error instanceof StudioError) return false;
    throw error;
  }
}
