"use client";

import { useEffect } from "react";

/** While the rail is folded to its icons, a tooltip has what each is called. Elsewhere the names are beside them. */
export function useRailTooltips(): void {
  useEffect(() => {
    const links = document.querySelectorAll<HTMLElement>("[data-rail] nav a");
    for (const link of links) link.dataset.tooltip = link.querySelector(".truncate")?.textContent ?? "";
    return () => {
      for (const link of links) delete link.dataset.tooltip;
    };
  }, []);
}
