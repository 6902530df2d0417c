"use client";

import { useEffectEvent, useLayoutEffect } from "react";

let layers: BackLayers | undefined;

/** While `open`, the browser's Back closes this window instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // A layout effect runs before the closed window disappears, so that the next Back is for the page.
  useLayoutEffect(() => {
    layers ??= createBackLayers(window);
    return open ? layers.open(() => close()) : undefined;
  }, [open]);
}

/**
 * The same for menus and panels on touch screens, where they are sheets that people close with Back. With a mouse, a
 * menu adds no history entry.
 */
export function useBackClosesOnTouch(open: boolean, onClose: () => void): void {
  useBackCloses(open && matchMedia("(hover: none)").matches, onClose);
}

const markKey = "__backLayers";

/** Marks a history entry: its page, and the number of windows open on it. */
interface Mark {
  page: string;
  depth: number;
}

type View = Pick<
  Window,
  "history" | "location" | "addEventListener" | "scrollTo" | "scrollX" | "scrollY" | "requestAnimationFrame"
>;

export interface BackLayers {
  /**
   * Call when a window opens: Back then calls `close`. The returned function must be called when the window has closed,
   * for whatever reason.
   */
  open(close: () => void): () => void;
}

/**
 * Represents windows over a page as history entries, so that Back closes the topmost one and stays on the page. Each
 * entry has the address of its page and is removed when its window closes otherwise. A page opened from a window
 * replaces the entry of the window, so that Back leads to the page behind. Forward skips entries of closed windows.
 *
 * Traversals within a page are hidden from the router, which would restore a page that has not changed.
 */
export function createBackLayers(view: View): BackLayers {
  const { history, location } = view;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const layers: (() => void)[] = [];
  let current = { state: history.state as unknown, href: location.href };
  /** While our own traversal runs: writes of others, which are meant for the page below. */
  let queuedWrites: (() => void)[] | null = null;

  function recordCurrent(): void {
    current = { state: history.state as unknown, href: location.href };
  }

  function pushPage(data: unknown, unused: string, url?: string | URL | null): void {
    if (queuedWrites) {
      queuedWrites.push(() => pushPage(data, unused, url));
      return;
    }
    const write = (readMark(history.state)?.depth ?? 0) > 0 ? replace : push;
    write(withMark(data, undefined), unused, url);
    recordCurrent();
  }

  function replacePage(data: unknown, unused: string, url?: string | URL | null): void {
    if (queuedWrites) {
      queuedWrites.push(() => replacePage(data, unused, url));
      return;
    }
    replace(withMark(data, readMark(history.state)), unused, url);
    recordCurrent();
  }

  /** Makes the number of entries match the number of windows. */
  function syncEntries(): void {
    if (queuedWrites) return;
    const depth = readMark(history.state)?.depth ?? 0;
    if (depth > layers.length) {
      queuedWrites = [];
      history.go(layers.length - depth);
      return;
    }
    if (depth === layers.length) return;
    const page = readMark(history.state)?.page ?? String(Math.random());
    replace(withMark(history.state, { page, depth }), "");
    for (let next = depth + 1; next <= layers.length; next += 1) {
      push(withMark(history.state, { page, depth: next }), "");
    }
    recordCurrent();
  }

  // Components close on their next render; closing and opening in one go needs no traversal.
  const syncSoon = () => void setTimeout(syncEntries);

  function onPopState(event: PopStateEvent): void {
    const mark = readMark(event.state);
    const before = readMark(current.state);
    const isSamePage = mark !== undefined && mark.page === before?.page;
    // The window of the entry that this Back left has already closed: it is meant for what was behind.
    const isLeftover =
      !queuedWrites && isSamePage && mark.depth < before.depth && layers.length <= mark.depth;
    if (isSamePage) {
      event.stopImmediatePropagation();
      // The page may have changed its address and state below the window.
      replace(withMark(current.state, mark), "", current.href);
      restoreScroll(view);
    }
    recordCurrent();
    const writes = queuedWrites;
    queuedWrites = null;
    if (writes) for (const write of writes) write();
    else for (const close of layers.slice(isSamePage ? mark.depth : 0).reverse()) close();
    if (isLeftover) history.go(-1);
    else syncSoon();
  }

  history.pushState = pushPage;
  history.replaceState = replacePage;
  view.addEventListener("popstate", onPopState, { capture: true });
  // After a reload, no window is open.
  syncSoon();

  return {
    open(close) {
      const layer = () => close();
      layers.push(layer);
      syncEntries();
      return () => {
        layers.splice(layers.indexOf(layer), 1);
        syncSoon();
      };
    },
  };
}

function readMark(state: unknown): Mark | undefined {
  return (state as Partial<Record<typeof markKey, Mark>> | null)?.[markKey];
}

function withMark(state: unknown, mark: Mark | undefined): unknown {
  if (mark === undefined && readMark(state) === undefined) return state;
  return { ...(state as object | null), [markKey]: mark };
}

/** Undoes the browser's scroll to where the page was when the window opened. */
function restoreScroll(view: View): void {
  const { scrollX, scrollY } = view;
  view.requestAnimationFrame(() => view.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" }));
}
