import { queryOptions } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import type { TextFileReport } from "@/generators/narration/text-files/text-file-report";

export const textFileQueries = {
  /** The contents of a stored text file, which never change. */
  report: (assetId: string) =>
    queryOptions({
      queryKey: ["text-files", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<TextFileReport>(`/api/v1/text-files/${encodeURIComponent(assetId)}`, { signal }),
      staleTime: Infinity,
      retry: false,
    }),
};
