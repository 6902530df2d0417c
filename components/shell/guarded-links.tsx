"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { isRouterStuck, mayBeUnreachable, markRouterStuck } from "./live-state";
import { useGuardedNavigation } from "./use-open-page";

/**
 * Keeps links from leaving the studio while it is unreachable. When a fetch breaks off, the router loads the whole
 * page; that is prevented where the browser allows it (Navigation API). Renders nothing.
 */
export function GuardedLinks() {
  const guard = useGuardedNavigation();
  const passedLink = useRef<HTMLAnchorElement>(null);
  const allowedUrl = useRef<string>(null);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event);
    if (!link || link === passedLink.current || !(mayBeUnreachable() || isRouterStuck())) return;
    event.preventDefault();
    event.stopPropagation();
    guard(() => {
      if (!link.isConnected) return;
      if (isRouterStuck()) return location.assign(link.href);
      passedLink.current = link;
      link.click();
      passedLink.current = null;
    });
  });
  const latestGuard = useRef(guard);
  useEffect(() => {
    latestGuard.current = guard;
  }, [guard]);
  useEffect(() => {
    // Not an effect event: the router navigates while React renders, where effect events cannot be called.
    function onNavigate(event: NavigateEvent) {
      const { destination, userInitiated, cancelable } = event;
      const isOwn = new URL(destination.url).origin === location.origin;
      if (userInitiated || !cancelable || destination.sameDocument || !isOwn) return;
      if (destination.url === allowedUrl.current || !mayBeUnreachable()) return;
      event.preventDefault();
      markRouterStuck();
      queueMicrotask(() =>
        latestGuard.current(() => {
          allowedUrl.current = destination.url;
          location.assign(destination.url);
        }),
      );
    }
    const controller = new AbortController();
    // Browsers before 2026 may lack it.
    const navigation = window.navigation as Navigation | undefined;
    navigation?.addEventListener("navigate", onNavigate, { signal: controller.signal });
    // In the capture phase: the link's own handlers must not run either.
    document.addEventListener("click", (event) => onClick(event), {
      capture: true,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, []);
  return null;
}

/** Returns the link that a click would follow in this tab to another page of the studio. */
function findLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || link.target !== "") return null;
  const isOwn = link.origin === location.origin && !link.pathname.startsWith("/api/");
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isOwn && !isHere ? link : null;
}
