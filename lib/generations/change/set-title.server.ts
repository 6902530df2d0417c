import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";

/**
 * Gives a generation a title of its person's own, or takes it away. The same twice changes nothing. One statement, so
 * that of two at once each finds what the other left: the first line of the text that is searched is always the title.
 *
 * @param options.title as `generationTitleSchema` gives it; null lets it be told by its own words again
 * @throws StudioError not-found, also for somebody else's
 */
export async function setTitle(
  services: GenerationServices,
  { userId, id, title }: { userId: string; id: string; title: string | null },
): Promise<GenerationDto> {
  const now = new Date(services.clock.now());
  // What is searched without the title stands behind the present one and its line break; concat() leaves null out.
  await services.database.$executeRaw`
    UPDATE "Generation"
    SET "title" = ${title}::text,
      "searchText" = concat(${title}::text || chr(10), substr("searchText", coalesce(length("title") + 2, 1))),
      "version" = "version" + 1, "updatedAt" = ${now}
    WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "title" IS DISTINCT FROM ${title}::text`;
  return getGeneration(services, { userId, id });
}
