import { settlePrice } from "@/lib/costs/estimate-cost";
import { measureUsage } from "@/lib/costs/measure-usage";
import { readPrices } from "@/lib/costs/prices.server";
import { expectedUsageSchema } from "@/lib/costs/stored-usage";
import type { Prisma } from "@/lib/db/database.server";
import { countsSchema, recordSchema } from "./stored-facts";

interface EndedRow {
  id: string;
  generator: string;
  model: string;
  expected: unknown;
  counts: unknown;
  usage: unknown;
  facts: unknown;
}

/**
 * Records with its attempt what an ended generation has used and what that costs at the prices of when it was sent. Without a
 * request that may be billed there is nothing to record. Safe to repeat.
 *
 * @param row locked by the caller; its usage and facts are stored
 * @returns the columns that the caller writes to the generation
 */
export async function settleCost(
  transaction: Prisma.TransactionClient,
  row: EndedRow,
): Promise<{ currency?: string | null; cost?: bigint | null }> {
  const attempt = await transaction.attempt.findFirst({
    // Null of an imported one.
    where: { generationId: row.id, state: { in: ["answered", "unknown"] }, userId: { not: null } },
    orderBy: { number: "desc" },
    select: { id: true, startedAt: true, currency: true, estimate: true },
  });
  if (!attempt) return {};
  const { role } = countsSchema.parse(row.counts ?? {});
  const [outputs, studioPrices] = await Promise.all([
    transaction.output.findMany({
      where: { generationId: row.id, ...(role === undefined ? {} : { role }) },
      select: { asset: { select: { durationSeconds: true } } },
    }),
    readPrices(transaction),
  ]);
  const used = measureUsage({
    expected: expectedUsageSchema.parse(row.expected),
    usage: recordSchema.nullable().parse(row.usage),
    facts: recordSchema.nullable().parse(row.facts),
    results: outputs.map(({ asset }) => ({ durationSeconds: asset?.durationSeconds ?? null })),
  });
  const { generator, model } = row;
  const { currency, cost } = settlePrice(
    studioPrices,
    { ...attempt, generator, model, at: attempt.startedAt.getTime() },
    used,
  );
  const { requests: _one, ...quantities } = used;
  await transaction.attempt.updateMany({
    where: { id: attempt.id },
    data: { ...quantities, currency, cost },
  });
  return { currency, cost };
}
