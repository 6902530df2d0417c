import { jsonNull } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { lockLine } from "@/lib/paid-calls/rate-line.server";
import { findLine } from "../line/find-line.server";
import { replanLine } from "../line/replan-line.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { transition } from "../record/transition";

/**
 * Cancels a queued generation. A request that has been sent cannot be cancelled.
 *
 * @throws StudioError not-found, generation.state
 */
export async function cancelGeneration(
  services: GenerationServices,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  const { database, clock } = services;
  const row = await database.generation.findFirst({ where: { ...options, erasedAt: null } });
  if (!row) throw new StudioError("not-found");
  const line = await findLine(services, database, row);
  await database.$transaction(async (transaction) => {
    // Before the row, as whatever changes several rows of a line does.
    if (line) await lockLine(transaction, line, clock.now());
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
    noteStep(transaction, row, "ended", { outcome: "cancelled" });
    if (line) await replanLine(services, transaction, line);
  });
  return getGeneration(services, options);
}
