import type { Prisma } from "@/lib/db/database.server";
import { noteStep, type StepRow } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { lockLines } from "./lock-lines.server";
import { replanLine, wakeLine } from "./replan-line.server";

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
  const at = new Date(services.clock.now());
  const lines = await lockLines(services, transaction, { userId, state: { in: ["queued", "starting"] } });
  const cancelled = await transaction.$queryRaw<StepRow[]>`
    WITH cancelled AS (
      UPDATE "Generation"
      SET "state" = 'cancelled', "waiting" = NULL, "workerId" = NULL, "startedAt" = NULL, "finishedAt" = ${at},
        "version" = "version" + 1, "updatedAt" = ${at}
      WHERE "userId" = ${userId}::uuid AND "state" IN ('queued', 'starting')
      RETURNING "id", "generator", "model", "createdAt"
    ), freed AS (
      UPDATE "Attempt" SET "state" = 'unsent', "finishedAt" = ${at}
      WHERE "state" = 'prepared' AND "generationId" IN (SELECT "id" FROM cancelled)
    )
    SELECT * FROM cancelled`;
  for (const row of cancelled) noteStep(transaction, row, "ended", { outcome: "cancelled" });
  for (const line of lines) {
    await replanLine(services, transaction, line);
    await wakeLine(services, transaction, line.bucket);
  }
}
