import { infiniteQueryOptions } from "@tanstack/react-query";
import type { PromptDto, PromptPage } from "@/lib/prompts/prompt-dto";
import { apiFetch } from "./api-fetch";

const promptAddress = "/api/v1/prompts";

interface PromptList {
  generator: string;
  field: string;
  q: string;
}

/** The only place where keys of queries of prompts are written. */
export const promptQueries = {
  list: ({ generator, field, q }: PromptList) =>
    infiniteQueryOptions({
      queryKey: ["prompts", generator, field, q] as const,
      queryFn: ({ signal, pageParam }) => {
        const query = new URLSearchParams({
          generator,
          field,
          ...(q === "" ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        });
        return apiFetch<PromptPage>(`${promptAddress}?${query.toString()}`, { signal });
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Every generation may add one; nothing tells.
      staleTime: 0,
      refetchOnMount: "always",
    }),
};

/** One prompt with its whole text. */
export const fetchPrompt = (id: string) => apiFetch<PromptDto>(`${promptAddress}/${encodeURIComponent(id)}`);
