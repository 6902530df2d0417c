import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ItemKind } from "@/lib/items/item-names";
import type { ProjectDto, ProjectItemPage, ProjectMemberDto, ProjectPage } from "@/lib/projects/project-dto";
import type { ProjectItemSort } from "@/lib/projects/project-names";
import { apiFetch } from "./api-fetch";
import { projectsKey } from "./project-keys";

const pageSize = 40;
/** A list keeps so many pages around what is shown; those farther away are dropped and loaded again. */
const maxPages = 15;

/** What a page of a project shows; by default all its items as they were placed. */
export interface ProjectItemList {
  kind?: ItemKind;
  /** Generators, separated by commas. */
  generator?: string;
  /** Words to find. */
  q?: string;
  sort?: ProjectItemSort;
}

export const projectAddress = (id: string) => `/api/v1/projects/${encodeURIComponent(id)}`;

/** With project-keys.ts, the only place where keys of project queries are written. */
export const projectQueries = {
  all: projectsKey,

  /** Those that the person sees, the last changed first. */
  list: () =>
    infiniteQueryOptions({
      queryKey: [...projectQueries.all, "list"] as const,
      queryFn: ({ pageParam, signal }) =>
        apiFetch<ProjectPage>("/api/v1/projects", { signal, query: { cursor: pageParam, limit: pageSize } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** Those that the person may add to, for menus: the last changed. */
  open: () =>
    queryOptions({
      queryKey: [...projectQueries.all, "open"] as const,
      queryFn: ({ signal }) =>
        apiFetch<ProjectPage>("/api/v1/projects", { signal, query: { role: "work", limit: 100 } }),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.all, "detail", id] as const,
      queryFn: ({ signal }) => apiFetch<ProjectDto>(projectAddress(id), { signal }),
    }),

  items: (id: string, list: ProjectItemList = {}) =>
    infiniteQueryOptions({
      queryKey: [...projectQueries.all, "items", id, list] as const,
      queryFn: ({ pageParam, signal }) =>
        apiFetch<ProjectItemPage>(`${projectAddress(id)}/items`, {
          signal,
          query: { ...list, cursor: pageParam, limit: pageSize },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      getPreviousPageParam: ({ previousCursor }) => previousCursor ?? undefined,
      maxPages,
    }),

  members: (id: string) =>
    queryOptions({
      queryKey: [...projectQueries.all, "members", id] as const,
      queryFn: ({ signal }) =>
        apiFetch<{ people: ProjectMemberDto[] }>(`${projectAddress(id)}/members`, { signal }),
    }),
};
