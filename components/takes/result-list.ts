import type { OutputDto, OutputItemDto } from "@/lib/generations/read/generation-dto";
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
    index = 0,
  }: {
    list?: ResultList;
    /** Index of the shown result among those of its role, from 0. */
    index?: number;
  } = {},
): string {
  const search = writeLibraryQuery(list);
  if (list.parentId) search.set("parentId", list.parentId);
  if (index > 0) search.set("result", String(index + 1));
  return search.size > 0 ? `/library/${id}?${search}` : `/library/${id}`;
}

/** The index of the result that an address names, from 0. */
export function readResultIndex(search: { get(name: string): string | null }): number {
  const number = Number(search.get("result") ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number - 1 : 0;
}

/** Where the result with this index is among those that are shown; without it, what is in its place. */
export function findPosition(outputs: readonly OutputDto[], index: number): number {
  const position = outputs.findIndex((output) => output.item && output.index === index);
  return position === -1 ? Math.min(index, Math.max(0, outputs.length - 1)) : position;
}

/** The item of the result at this position; for what accompanies a result, the first one. */
export function findShownItem(outputs: readonly OutputDto[], position: number): OutputItemDto | undefined {
  return outputs[position]?.item ?? outputs.find(({ item }) => item)?.item;
}

export function toResultFilter({ parentId, ...view }: ResultList): GenerationFilter {
  return { ...toGenerationFilter(view), ...(parentId ? { parentId } : {}) };
}
