import type { QueryClient } from "@tanstack/react-query";

/** The beginning of the keys of all project queries. Apart from the queries, which pages of items do not need. */
export const projectsKey = ["projects"] as const;

/** Reloads what is shown of projects, after something in them changed. */
export function refreshProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectsKey });
}
