import { StudioError } from "@/lib/errors/studio-error";
import { cancelGeneration } from "./cancel-generation.server";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";
import { isTerminal } from "../record/states";

/**
 * Moves a generation to the trash. A queued one is cancelled first; a running one cannot be moved.
 *
 * @throws StudioError not-found, generation.state
 */
export async function trashGeneration(
  services: GenerationServices,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  const before = await getGeneration(services, options);
  if (before.state === "queued") await cancelGeneration(services, options);
  else if (!isTerminal(before.state)) throw new StudioError("generation.state");
  return setDeletedAt(services, options, new Date(services.clock.now()));
}

/** Restores a generation from the trash. */
export async function restoreGeneration(
  services: GenerationServices,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  await getGeneration(services, options);
  return setDeletedAt(services, options, null);
}

async function setDeletedAt(
  services: GenerationServices,
  options: { userId: string; id: string },
  deletedAt: Date | null,
): Promise<GenerationDto> {
  await services.database.generation.updateMany({
    where: options,
    data: { deletedAt, version: { increment: 1 } },
  });
  return getGeneration(services, options);
}
