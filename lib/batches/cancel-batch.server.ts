import { z } from "zod";
import { lockLines } from "@/lib/generations/line/lock-lines.server";
import { replanLine } from "@/lib/generations/line/replan-line.server";
import { noteStep } from "@/lib/generations/record/note-step.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { tellChanges, tellListChanged, tellTogether } from "@/lib/live/live-hub.server";
import type { BatchDto } from "./batch-dto";
import { getBatch } from "./get-batch.server";

const cancelledSchema = z.array(
  z.object({
    id: z.uuid(),
    generator: z.string(),
    model: z.string(),
    createdAt: z.date(),
    rateBucket: z.string().nullable(),
  }),
);

/**
 * Cancels every generation of a batch that waits in the queue, as cancelling each would. What a worker has taken is left
 * alone. Safe to repeat.
 *
 * @throws StudioError not-found
 */
export async function cancelBatch(
  services: GenerationServices,
  { userId, id }: { userId: string; id: string },
): Promise<BatchDto> {
  const { database, clock } = services;
  return database.$transaction(async (transaction) => {
    const lines = await lockLines(services, transaction, { userId, batchId: id, state: "queued" });
    await tellTogether(transaction);
    const at = new Date(clock.now());
    const cancelled = cancelledSchema.parse(
      await transaction.$queryRaw<unknown[]>`
        UPDATE "Generation"
        SET "state" = 'cancelled', "waiting" = NULL, "finishedAt" = ${at}, "version" = "version" + 1, "updatedAt" = ${at}
        WHERE "batchId" = ${id}::uuid AND "userId" = ${userId}::uuid AND "state" = 'queued' AND "erasedAt" IS NULL
        RETURNING "id", "generator", "model", "createdAt", "rateBucket"`,
    );
    for (const row of cancelled) noteStep(transaction, row, "ended", { outcome: "cancelled" });
    for (const line of lines) await replanLine(services, transaction, line);
    if (cancelled.length > 0) {
      const heads = new Map(cancelled.map((row) => [row.rateBucket, row]));
      await tellChanges(
        transaction,
        [...heads.values()].map(({ id: headId, rateBucket }) => ({
          id: headId,
          userId,
          ...(rateBucket === null ? {} : { line: rateBucket }),
        })),
      );
      await tellListChanged(transaction, userId, "generations");
    }
    return getBatch(transaction, { userId, id });
  });
}
