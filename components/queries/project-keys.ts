import type { QueryClient } from "@tanstack/react-query";
import type { LiveList } from "@/lib/live/live-lists";

/** The beginning of the keys of all project queries. Apart from the queries, which pages of items do not need. */
export const projectsKey = ["projects" satisfies LiveList] as const;

/** Reloads what is shown of projects, after something in them changed. */
export function refreshProjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: projectsKey });
}
