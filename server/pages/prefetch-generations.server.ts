import { QueryClient } from "@tanstack/react-query";
import { activeStates, type GenerationFilter } from "@/components/queries/generation-lists";
import { generationQueries, writeListQuery } from "@/components/queries/generation-queries";
import { getGenerationServices } from "@/server/generation-services.server";
import { getLiveMark } from "./live-mark.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { shortenGeneration } from "@/lib/generations/read/shorten-generation";

/**
 * Reads the first page of each list on the server, so that pages render with data; "active" lists generations that have
 * not ended.
 *
 * @param options.firstPageSize enough for the first screens; the browser loads the rest
 */
export async function prefetchGenerations(
  userId: string,
  lists: readonly (GenerationFilter | "active")[],
  { firstPageSize = 24 } = {},
): Promise<QueryClient> {
  const client = new QueryClient();
  const services = await getGenerationServices();
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(userId);
  const known = new Map<string, GenerationDto>();
  /** Returns one object for a generation that is in several lists: React sends it once. */
  function share(generation: GenerationDto): GenerationDto {
    const key = `${generation.id} ${generation.version}`;
    const shared = known.get(key) ?? shortenGeneration(generation);
    known.set(key, shared);
    return shared;
  }
  await Promise.all(
    lists.map((list) => {
      const filter = list === "active" ? { states: activeStates } : list;
      const query = listGenerationsQuerySchema.parse({ ...writeListQuery(filter), limit: firstPageSize });
      return client.fetchInfiniteQuery({
        ...(list === "active" ? generationQueries.active() : generationQueries.list(list)),
        queryFn: async () => {
          const { generations, nextCursor } = await listGenerations(services, userId, query);
          return { generations: generations.map(share), nextCursor };
        },
      });
    }),
  );
  return client;
}
