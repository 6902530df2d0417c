import type { Prisma } from "@/lib/db/database.server";
import { lockLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { findLine } from "./find-line.server";

/**
 * Locks the lines of many generations until the transaction ends, before any of their rows, as a claim does, and in one
 * order, so that nobody waits for each other. Lines where nothing can be sent any more are left out.
 */
export async function lockLines(
  services: Pick<GenerationServices, "definitions" | "clock">,
  transaction: Prisma.TransactionClient,
  where: Prisma.GenerationWhereInput,
): Promise<(RateLine & { bucket: string })[]> {
  const now = services.clock.now();
  const heads = await transaction.generation.findMany({
    where: { ...where, rateBucket: { not: null } },
    distinct: ["rateBucket"],
    orderBy: { rateBucket: "asc" },
    select: { userId: true, generator: true, input: true, rateBucket: true },
  });
  const lines = [];
  for (const head of heads) {
    const line = await findLine(services, transaction, head);
    if (!line) continue;
    await lockLine(transaction, line, now);
    lines.push(line);
  }
  return lines;
}
