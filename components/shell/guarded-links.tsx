"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { isRouterLost, isStudioInDoubt, markRouterLost } from "./live-state";
import { useGuardedNavigation } from "./use-open-page";

/**
 * Keeps every link within the studio from leading out of it while no page can be had. A fetch that breaks off midway makes
 * the router load the page anew, which is called off where the browser lets us (Navigation API). Draws nothing.
 */
export function GuardedLinks() {
  const guard = useGuardedNavigation();
  const letThrough = useRef<HTMLAnchorElement>(null);
  const lettingGo = useRef<string>(null);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event);
    if (!link || link === letThrough.current || !(isStudioInDoubt() || isRouterLost())) return;
    event.preventDefault();
    event.stopPropagation();
    guard(() => {
      if (!link.isConnected) return;
      if (isRouterLost()) return location.assign(link.href);
      letThrough.current = link;
      link.click();
      letThrough.current = null;
    });
  });
  const latestGuard = useRef(guard);
  useEffect(() => {
    latestGuard.current = guard;
  }, [guard]);
  useEffect(() => {
    // Not an effect event: the router leaves the page while React renders, where effect events cannot be called.
    function onNavigate(event: NavigateEvent) {
      const { destination, userInitiated, cancelable } = event;
      const isOwn = new URL(destination.url).origin === location.origin;
      if (userInitiated || !cancelable || destination.sameDocument || !isOwn) return;
      if (destination.url === lettingGo.current || !isStudioInDoubt()) return;
      event.preventDefault();
      markRouterLost();
      queueMicrotask(() =>
        latestGuard.current(() => {
          lettingGo.current = destination.url;
          location.assign(destination.url);
        }),
      );
    }
    const controller = new AbortController();
    // Browsers before 2026 may not have it.
    const navigation = window.navigation as Navigation | undefined;
    navigation?.addEventListener("navigate", onNavigate, { signal: controller.signal });
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
