import type { ProjectItemList } from "@/components/queries/project-queries";
import { projectItemSorts, type ProjectItemSort } from "@/lib/projects/project-names";

/** The order of a project's items by its address; their own one if the address names none. */
export function readProjectItemSort(value: string | null | undefined): ProjectItemSort {
  return projectItemSorts.find((sort) => sort === value) ?? "order";
}

/** The list of a project in this order, so that one list has one key. */
export function toProjectItemList(sort: ProjectItemSort, kind?: ProjectItemList["kind"]): ProjectItemList {
  return { ...(kind ? { kind } : {}), ...(sort === "order" ? {} : { sort }) };
}

/** Puts the order into the address of the shown project. Browser only. */
export function showProjectItemSort(sort: ProjectItemSort): void {
  const search = new URLSearchParams(location.search);
  if (sort === "order") search.delete("sort");
  else search.set("sort", sort);
  window.history.replaceState(null, "", search.size > 0 ? `?${search}` : location.pathname);
}
