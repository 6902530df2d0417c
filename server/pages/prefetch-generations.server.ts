import { QueryClient } from "@tanstack/react-query";
import { activeStates, type GenerationFilter } from "@/components/queries/generation-lists";
import { generationQueries, writeListQuery } from "@/components/queries/generation-queries";
import { getGenerationServices } from "@/server/generation-services.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";

/** As many as fill the first screens; the browser asks for the rest. */
const firstPageSize = 24;

/** The first page of each list, read on the server, so that a page arrives with what it shows; "active" is what has not ended. */
export async function prefetchGenerations(
  userId: string,
  lists: readonly (GenerationFilter | "active")[],
): Promise<QueryClient> {
  const client = new QueryClient();
  const services = await getGenerationServices();
  await Promise.all(
    lists.map((list) => {
      const filter = list === "active" ? { states: activeStates } : list;
      const query = listGenerationsQuerySchema.parse({ ...writeListQuery(filter), limit: firstPageSize });
      return client.fetchInfiniteQuery({
        ...(list === "active" ? generationQueries.active() : generationQueries.list(list)),
        queryFn: () => listGenerations(services, userId, query),
      });
    }),
  );
  return client;
}
