import { QueryClient } from "@tanstack/react-query";
import { activeStates, type GenerationFilter } from "@/components/queries/generation-lists";
import { generationQueries, writeListQuery } from "@/components/queries/generation-queries";
import { getGenerationServices } from "@/server/generation-services.server";
import { getLiveMark } from "./live-mark.server";
import {
  listGenerations,
  listGenerationsQuerySchema,
  writeCursor,
} from "@/lib/generations/read/list-generations.server";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import { shortenGeneration, shortTextLength } from "@/lib/generations/read/shorten-generation";

interface PrefetchOptions {
  /** Enough for the first screens; the browser loads the rest. */
  firstPageSize?: number;
  /** How many of these generations a page shows, where that depends on their results. */
  countShown?: (generations: readonly GenerationDto[]) => number;
  /** Where texts of inputs are cut. */
  textLength?: number;
}

/**
 * Reads the first page of each list on the server, so that pages render with data; "active" lists generations that have
 * not ended.
 */
export async function prefetchGenerations(
  userId: string,
  lists: readonly (GenerationFilter | "active")[],
  {
    firstPageSize = 24,
    countShown = ({ length }) => length,
    textLength = shortTextLength,
  }: PrefetchOptions = {},
): Promise<QueryClient> {
  const client = new QueryClient();
  const services = await getGenerationServices();
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(userId);
  const known = new Map<string, GenerationDto>();
  /** Returns one object for a generation that is in several lists: React sends it once. */
  function share(generation: GenerationDto): GenerationDto {
    const key = `${generation.id} ${generation.version}`;
    const shared = known.get(key) ?? shortenGeneration(generation, textLength);
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
          const page = await listGenerations(services, userId, query);
          const { generations, nextCursor } = list === "active" ? page : cutPage(page, countShown);
          return { generations: generations.map(share), nextCursor };
        },
      });
    }),
  );
  return client;
}

function cutPage(
  { generations, nextCursor }: GenerationPage,
  countShown: NonNullable<PrefetchOptions["countShown"]>,
): GenerationPage {
  const shown = generations.slice(0, countShown(generations));
  const last = shown.at(-1);
  if (!last || shown.length === generations.length) return { generations, nextCursor };
  return { generations: shown, nextCursor: writeCursor(last.id) };
}
