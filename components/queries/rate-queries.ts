import { queryOptions } from "@tanstack/react-query";
import type { RateOutlook } from "@/lib/generations/line/rate-outlook";
import { apiFetch } from "./api-fetch";

/** The only place where keys of rate queries are written. */
export const rateQueries = {
  all: ["rate"] as const,

  /** When the next requests of a model could be sent. */
  outlook: (generator: string, model: string) =>
    queryOptions({
      queryKey: [...rateQueries.all, generator, model] as const,
      queryFn: ({ signal }) => apiFetch<RateOutlook>("/api/v1/rate", { signal, query: { generator, model } }),
    }),
};
