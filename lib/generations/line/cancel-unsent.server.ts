import { type Prisma } from "@/lib/db/database.server";
import { lockLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { findLine } from "./find-line.server";
import { replanLine } from "./replan-line.server";

/**
 * Cancels every generation of a person that has not been sent: those in the queue, and those that a worker prepares. What
 * has been sent is left alone. Opening an attempt and this update lock the same row, so a generation is either sent or
 * cancelled, never both.
 */
export async function cancelUnsent(
  services: Pick<GenerationServices, "definitions" | "jobs" | "clock">,
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  const now = services.clock.now();
  const at = new Date(now);
  const heads = await transaction.generation.findMany({
    where: { userId, state: { in: ["queued", "starting"] }, rateBucket: { not: null } },
    distinct: ["rateBucket"],
    orderBy: { rateBucket: "asc" },
    select: { userId: true, generator: true, input: true, rateBucket: true },
  });
  const lines = [];
  for (const head of heads) {
    const line = await findLine(services, transaction, head);
    if (!line) continue;
    // Before any row, as a claim does, so that the two never wait for each other.
    await lockLine(transaction, line, now);
    lines.push(line);
  }
  await transaction.$executeRaw`
    WITH cancelled AS (
      UPDATE "Generation"
      SET "state" = 'cancelled', "waiting" = NULL, "workerId" = NULL, "startedAt" = NULL, "finishedAt" = ${at},
        "version" = "version" + 1, "updatedAt" = ${at}
      WHERE "userId" = ${userId}::uuid AND "state" IN ('queued', 'starting')
      RETURNING "id"
    )
    UPDATE "Attempt" SET "state" = 'unsent', "finishedAt" = ${at}
    WHERE "state" = 'prepared' AND "generationId" IN (SELECT "id" FROM cancelled)`;
  for (const line of lines) await replanLine(services, transaction, line);
}
