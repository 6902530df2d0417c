"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { itemLayoutCookie, parseItemLayout, type ItemLayout } from "@/lib/appearance/item-layout";
import { writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { loadItemLine } from "./lazy-item-line";

/**
 * How the items of a page are shown, by its address, and a function that changes it for this page and later ones.
 *
 * @param remembered for an address that says nothing
 */
export function useItemLayout(remembered: ItemLayout): [ItemLayout, (layout: ItemLayout) => Promise<void>] {
  const search = useSearchParams();
  const layout = parseItemLayout(search.get("view")) ?? remembered;
  const choose = useCallback(async (chosen: ItemLayout): Promise<void> => {
    if (chosen === "list") await loadItemLine();
    writePreferenceCookie(itemLayoutCookie, chosen);
    const changed = new URLSearchParams(location.search);
    changed.set("view", chosen);
    window.history.replaceState(null, "", `?${changed}`);
  }, []);
  return [layout, choose];
}
