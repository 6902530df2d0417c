import { jsonNull } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "./advance-job";
import type { GenerationDto } from "./generation-dto";
import { getGeneration } from "./get-generation.server";
import type { GenerationServices } from "./services.server";
import { transition } from "./transition";

/**
 * Takes a generation back that still waits in line. Once the request has left, it cannot be taken back.
 *
 * @throws StudioError not-found, generation.state
 */
export async function cancelGeneration(
  services: GenerationServices,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  const { database, clock } = services;
  await getGeneration(services, options);
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { ...options, state: "queued" },
      data: {
        state: transition("queued", "cancel")!,
        waiting: jsonNull,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new StudioError("generation.state");
    await wakeFollowers(services, transaction, options.id);
  });
  return getGeneration(services, options);
}

/** Those behind it in the line may go earlier than they were told: each looks anew. */
async function wakeFollowers(
  { jobs }: GenerationServices,
  transaction: Parameters<Parameters<GenerationServices["database"]["$transaction"]>[0]>[0],
  id: string,
): Promise<void> {
  const cancelled = await transaction.generation.findUniqueOrThrow({
    where: { id },
    select: { rateBucket: true },
  });
  if (!cancelled.rateBucket) return;
  const next = await transaction.generation.findFirst({
    where: { rateBucket: cancelled.rateBucket, state: "queued", id: { gt: id } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (next) await jobs.enqueue(advanceGenerationJob, { generationId: next.id }, { transaction });
}
