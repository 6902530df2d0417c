import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationDto } from "./generation-dto";
import type { GenerationServices } from "./services.server";
import { generationInclude, toGenerationDto } from "./to-generation-dto.server";

/**
 * One generation of the person.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getGeneration(
  { database }: Pick<GenerationServices, "database">,
  options: { userId: string; id: string },
): Promise<GenerationDto> {
  const row = await database.generation.findFirst({ where: options, include: generationInclude });
  if (!row) throw new StudioError("not-found");
  return toGenerationDto(row);
}
