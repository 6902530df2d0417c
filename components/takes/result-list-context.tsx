"use client";

import { createContext, use } from "react";
import { libraryOrder, writeResultAddress, type ResultList } from "./result-list";

/** The list around: pages that are opened from it step through it. */
export const ResultListContext = createContext<ResultList>(libraryOrder);

/** Writes the address of a generation's page, so that it knows which list it was opened from. */
export function useResultAddress(): (id: string, position?: number) => string {
  const list = use(ResultListContext);
  return (id, position = 0) => writeResultAddress(id, { list, position });
}
