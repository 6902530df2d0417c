"use client";

import { createContext, use } from "react";
import { libraryOrder, writeResultAddress, type ResultList } from "./result-list";

/** The surrounding list: pages opened from it step through it. */
export const ResultListContext = createContext<ResultList>(libraryOrder);

/** The address of a generation's page, with the list it is opened from. */
export function useResultAddress(): (id: string, index?: number) => string {
  const list = use(ResultListContext);
  return (id, index = 0) => writeResultAddress(id, { list, index });
}
