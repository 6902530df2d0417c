"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { isStudioInDoubt } from "./studio-reach";
import { useGuardedNavigation } from "./use-open-page";

/** Keeps every link within the studio from leading out of it while no page can be had. Draws nothing. */
export function GuardedLinks() {
  const guard = useGuardedNavigation();
  const letThrough = useRef<HTMLAnchorElement>(null);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event);
    if (!link || link === letThrough.current || !isStudioInDoubt()) return;
    event.preventDefault();
    event.stopPropagation();
    guard(() => {
      if (!link.isConnected) return;
      letThrough.current = link;
      link.click();
      letThrough.current = null;
    });
  });
  useEffect(() => {
    const controller = new AbortController();
    // Before the link's own: what it does besides is put off with it.
    document.addEventListener("click", (event) => onClick(event), {
      capture: true,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, []);
  return null;
}

/** The link that a click would follow in this tab to another page of the studio. */
function findLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || link.target !== "") return null;
  const isOwn = link.origin === location.origin && !link.pathname.startsWith("/api/");
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isOwn && !isHere ? link : null;
}
