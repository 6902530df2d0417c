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
  // Grouped by the database: `distinct` would read every row of a long line.
  const buckets = await transaction.generation.groupBy({
    by: ["rateBucket"],
    where: { ...where, rateBucket: { not: null } },
    orderBy: { rateBucket: "asc" },
  });
  const lines = [];
  for (const { rateBucket } of buckets) {
    const head = await transaction.generation.findFirst({
      where: { ...where, rateBucket },
      select: { userId: true, generator: true, input: true, rateBucket: true },
    });
    const line = head && (await findLine(services, transaction, head));
    if (!line) continue;
    await lockLine(transaction, line, now);
    lines.push(line);
  }
  return lines;
}
