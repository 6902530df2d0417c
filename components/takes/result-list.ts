import type { GenerationFilter } from "@/components/queries/generation-lists";
import {
  readLibraryView,
  toGenerationFilter,
  wholeLibrary,
  writeLibraryQuery,
  type LibraryView,
} from "./library-filter";

/** The list a result is opened from, which its page steps through: a view of the library, or what came from a generation. */
export interface ResultList extends LibraryView {
  /** Id of that generation; empty for a view of the library. */
  parentId: string;
}

/** The list of a result that is opened from nowhere in particular. */
export const libraryOrder: ResultList = { ...wholeLibrary, parentId: "" };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the query of a result's address; ignores invalid values. */
export function readResultList(search: { get(name: string): string | null }): ResultList {
  const parentId = search.get("parentId") ?? "";
  return { ...readLibraryView(search), parentId: uuid.test(parentId) ? parentId : "" };
}

/** The address of a generation's page. */
export function writeResultAddress(
  id: string,
  {
    list = libraryOrder,
    position = 0,
  }: {
    list?: ResultList;
    /** Index of the shown result, from 0. */
    position?: number;
  } = {},
): string {
  const search = writeLibraryQuery(list);
  if (list.parentId) search.set("parentId", list.parentId);
  if (position > 0) search.set("result", String(position + 1));
  return search.size > 0 ? `/library/${id}?${search}` : `/library/${id}`;
}

export function toResultFilter({ parentId, ...view }: ResultList): GenerationFilter {
  return { ...toGenerationFilter(view), ...(parentId ? { parentId } : {}) };
}
