import type { Claim } from "../line/claim-generation.server";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Writes down that the request leaves now. From this commit on it counts as possibly billed, whatever becomes of
 * this process; so the row stands before the first byte does. One statement, since it is on the way of every request.
 *
 * @param options.taskConnection the sealed connection, where the answer names a task: should the answer get lost, the
 *   task may still be told by a callback
 * @returns false when the generation is no longer this worker's; then nothing may be sent
 */
export async function openAttempt(
  { database, workerId, clock }: WorkerServices,
  claim: Claim,
  { address, taskConnection }: { address: string; taskConnection: string | null },
): Promise<boolean> {
  const now = new Date(clock.now());
  const changed = await database.$executeRaw`
    WITH held AS (
      UPDATE "Generation"
      SET "state" = 'running', "waiting" = NULL, "taskConnection" = ${taskConnection}, "version" = "version" + 1, "updatedAt" = ${now}
      WHERE "id" = ${claim.generationId}::uuid AND "state" = 'starting' AND "workerId" = ${workerId}
        AND EXISTS (SELECT 1 FROM "Attempt" WHERE "id" = ${claim.attemptId}::uuid AND "state" = 'prepared')
      RETURNING "id"
    )
    UPDATE "Attempt" SET "state" = 'open', "address" = ${address}, "startedAt" = ${now}
    WHERE "id" = ${claim.attemptId}::uuid AND "generationId" IN (SELECT "id" FROM held)`;
  return changed === 1;
}
