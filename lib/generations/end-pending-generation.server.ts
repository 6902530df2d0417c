import { jsonNull } from "@/lib/db/database.server";
import { describeError } from "./describe-error";
import type { GenerationServices } from "./services.server";
import { statesBefore, transition } from "./transition";

/** The service said of a task that it will never be done. */
export async function endPendingGeneration(
  { database, clock }: GenerationServices,
  generationId: string,
  error: unknown,
): Promise<void> {
  await database.generation.updateMany({
    where: { id: generationId, state: { in: statesBefore("fail") } },
    data: {
      state: transition("running", "fail")!,
      error: describeError(error),
      operation: jsonNull,
      waiting: jsonNull,
      nextPollAt: null,
      workerId: null,
      finishedAt: new Date(clock.now()),
      version: { increment: 1 },
    },
  });
}
