import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";

/**
 * Marks a generation as a favourite, or removes the mark. Safe to repeat.
 *
 * @throws StudioError not-found
 */
export async function setFavourite(
  services: GenerationServices,
  { userId, id, favourite }: { userId: string; id: string; favourite: boolean },
): Promise<GenerationDto> {
  await services.database.generation.updateMany({
    where: { id, userId, favourite: !favourite },
    data: { favourite, version: { increment: 1 } },
  });
  return getGeneration(services, { userId, id });
}
