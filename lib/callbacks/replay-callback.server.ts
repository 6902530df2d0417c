import { StudioError } from "@/lib/errors/studio-error";
import { applyPushedUpdates } from "@/lib/generations/work/pushed-updates.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";

/**
 * Applies a stored callback again, as if it arrived now: its task is polled if it is still pending.
 *
 * @returns the generation, and whether the callback applied to it
 * @throws StudioError not-found, also for other people's events and those without a generation
 */
export async function replayCallback(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  { userId, eventId }: { userId: string; eventId: string },
): Promise<{ generationId: string; asked: boolean }> {
  const event = await services.database.callbackEvent.findFirst({
    where: { id: eventId, kind: "update", address: { userId } },
    select: { address: { select: { generationId: true } } },
  });
  const generationId = event?.address.generationId;
  if (!generationId) throw new StudioError("not-found");
  const asked = await services.database.$transaction((transaction) =>
    applyPushedUpdates(services, transaction, generationId, { again: true }),
  );
  return { generationId, asked };
}
