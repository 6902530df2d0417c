import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { findErrorEntry } from "@/lib/errors/error-catalogue";
import { studioCatalogue } from "@/lib/errors/studio-catalogue";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import type { PageNamespace } from "@/lib/i18n/catalogues";

/** The messages of the errors in a page's data. The browser loads those of other errors after the page. */
export function listErrorMessages(client: QueryClient): PageNamespace[] {
  const lists = client.getQueriesData<InfiniteData<GenerationPage>>({ queryKey: generationQueries.lists });
  const details = client.getQueriesData<GenerationDto>({ queryKey: generationQueries.details });
  const generations = [
    ...lists.flatMap(([, data]) => flattenPages(data)),
    ...details.flatMap(([, generation]) => generation ?? []),
  ];
  const codes = generations.flatMap(({ error, waiting }) => [error?.code ?? [], waiting?.code ?? []].flat());
  return [...new Set(codes)]
    .filter((code) => findErrorEntry(code) !== studioCatalogue.internal)
    .map((code): PageNamespace => `errors.${code}`);
}
