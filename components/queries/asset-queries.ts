import { queryOptions } from "@tanstack/react-query";
import { apiFetch } from "./api-fetch";

/** The content of a stored JSON file, untrusted. Stored files never change. */
export function assetJsonQuery(url: string) {
  return queryOptions({
    queryKey: ["assets", "json", url] as const,
    queryFn: ({ signal }) => apiFetch<unknown>(url, { signal }),
    staleTime: Infinity,
  });
}
