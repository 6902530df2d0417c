"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { repeatItemNews } from "./item-queries";
import { PageData, type PageDataProps } from "./page-data";

/** `PageData` for pages with lists of items, which other pages need no code for. */
export function ItemPageData({ state, children }: PageDataProps) {
  const client = useQueryClient();
  // Runs after the effects of `PageData`.
  useEffect(() => repeatItemNews(client), [client, state]);
  return <PageData state={state}>{children}</PageData>;
}
