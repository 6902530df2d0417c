import { QueryClient } from "@tanstack/react-query";
import type { GenerationFilter } from "@/components/data/generation-lists";
import { generationQueries } from "@/components/data/generation-queries";
import { getGenerationServices } from "@/generators/generation-services.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/list-generations.server";

/** As many as fill the first screens; the browser asks for the rest. */
const firstPageSize = 24;

/** The first page of each list, read on the server, so that a page arrives with what it shows. */
export async function prefetchGenerations(
  userId: string,
  filters: readonly GenerationFilter[],
): Promise<QueryClient> {
  const client = new QueryClient();
  const services = await getGenerationServices();
  await Promise.all(
    filters.map((filter) => {
      const { states, trash, ...rest } = filter;
      const query = listGenerationsQuerySchema.parse({
        ...rest,
        ...(states ? { state: states.join(",") } : {}),
        ...(trash ? { trash: "true" } : {}),
        limit: firstPageSize,
      });
      return client.fetchInfiniteQuery({
        ...generationQueries.list(filter),
        queryFn: () => listGenerations(services, userId, query),
      });
    }),
  );
  return client;
}
