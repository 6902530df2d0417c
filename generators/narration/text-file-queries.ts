import { queryOptions } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import type { TextFileReport } from "@/generators/narration/text-files/text-file-report";

/** The only place where keys of text file queries are written. */
export const textFileQueries = {
  /** What is in a stored text file. Stored bytes never change. */
  report: (assetId: string) =>
    queryOptions({
      queryKey: ["text-files", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<TextFileReport>(`/api/v1/text-files/${encodeURIComponent(assetId)}`, { signal }),
      staleTime: Infinity,
      retry: false,
    }),
};
