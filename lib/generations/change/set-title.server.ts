import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";

/**
 * Sets or removes the title of a generation. Safe to repeat. One statement, so that of two simultaneous changes the
 * second sees the first: the first line of the searched text is always the title.
 *
 * @param options.title parsed by `generationTitleSchema`; null removes it
 * @throws StudioError not-found, also for somebody else's
 */
export async function setTitle(
  services: GenerationServices,
  { userId, id, title }: { userId: string; id: string; title: string | null },
): Promise<GenerationDto> {
  const now = new Date(services.clock.now());
  // The rest of the searched text follows the current title and its line break; concat() skips null.
  await services.database.$executeRaw`
    UPDATE "Generation"
    SET "title" = ${title}::text,
      "searchText" = concat(${title}::text || chr(10), substr("searchText", coalesce(length("title") + 2, 1))),
      "version" = "version" + 1, "updatedAt" = ${now}
    WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "title" IS DISTINCT FROM ${title}::text`;
  return getGeneration(services, { userId, id });
}
