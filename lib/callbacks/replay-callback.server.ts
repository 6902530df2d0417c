import { StudioError } from "@/lib/errors/studio-error";
import { applyPushedUpdates } from "@/lib/generations/work/pushed-updates.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";

/**
 * Takes in again what came for a generation, as if it came now: its task is asked after where it still goes on.
 *
 * @returns the generation, and whether there was anything to go on with
 * @throws StudioError not-found for what is not the person's, or no update of a generation
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
