import { StudioError } from "@/lib/errors/studio-error";
import { findPlaces } from "../line/find-places.server";
import type { GenerationDto } from "./generation-dto";
import type { GenerationServices } from "../record/services.server";
import { generationInclude, toGenerationDto } from "./to-generation-dto.server";

interface OwnGeneration {
  userId: string;
  id: string;
}

/** One generation of the person, or null, also for somebody else's. */
export async function findGeneration(
  services: Pick<GenerationServices, "database" | "clock">,
  { userId, id }: OwnGeneration,
): Promise<GenerationDto | null> {
  const row = await services.database.generation.findFirst({
    where: { userId, id, erasedAt: null },
    include: generationInclude,
  });
  if (!row) return null;
  const places = row.state === "queued" ? await findPlaces(services, { userId, ids: [id] }) : null;
  return toGenerationDto(row, places?.get(id));
}

/**
 * One generation of the person.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getGeneration(
  services: Pick<GenerationServices, "database" | "clock">,
  options: OwnGeneration,
): Promise<GenerationDto> {
  const generation = await findGeneration(services, options);
  if (!generation) throw new StudioError("not-found");
  return generation;
}
