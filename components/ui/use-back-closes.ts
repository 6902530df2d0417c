"use client";

import { useEffect, useEffectEvent } from "react";

let layers: BackLayers | undefined;

/** While `open`, the browser's Back closes this window instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    layers ??= createBackLayers(window);
    return open ? layers.open(() => close()) : undefined;
  }, [open]);
}

/**
 * The same for menus and small panels, where Back is a gesture or a key of the device: there they are sheets, and people
 * close them that way. Beside a mouse a menu is no place in the history.
 */
export function useBackClosesOnTouch(open: boolean, onClose: () => void): void {
  useBackCloses(open && matchMedia("(hover: none)").matches, onClose);
}

const markKey = "__backLayers";

/** What an entry of the history tells: of which page it is, and how many windows lie over the page there. */
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
   * A window has opened over the page: Back now closes it. The returned function tells that it has closed, however
   * that came about.
   */
  open(close: () => void): () => void;
}

/**
 * Windows over a page as entries of the browser's history, so that Back closes the uppermost and stays on the page. Each
 * is one entry with the address of its page; closed otherwise, it is taken back. A page that is opened from a window
 * takes the window's place, so that Back leads to the page behind. What Forward still has of closed windows is passed
 * over.
 *
 * Traversals within a page are kept from the router, which would restore a page that has not changed.
 */
export function createBackLayers(view: View): BackLayers {
  const { history, location } = view;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const layers: (() => void)[] = [];
  let here = { state: history.state as unknown, href: location.href };
  /** While our own traversal runs: what others want to write, which is meant for the page below. */
  let waiting: (() => void)[] | null = null;

  function note(): void {
    here = { state: history.state as unknown, href: location.href };
  }

  function pushPage(data: unknown, unused: string, url?: string | URL | null): void {
    if (waiting) {
      waiting.push(() => pushPage(data, unused, url));
      return;
    }
    const write = (readMark(history.state)?.depth ?? 0) > 0 ? replace : push;
    write(withMark(data, undefined), unused, url);
    note();
  }

  function replacePage(data: unknown, unused: string, url?: string | URL | null): void {
    if (waiting) {
      waiting.push(() => replacePage(data, unused, url));
      return;
    }
    replace(withMark(data, readMark(history.state)), unused, url);
    note();
  }

  /** Brings the history to as many entries as there are windows. */
  function settle(): void {
    if (waiting) return;
    const depth = readMark(history.state)?.depth ?? 0;
    if (depth > layers.length) {
      waiting = [];
      history.go(layers.length - depth);
      return;
    }
    if (depth === layers.length) return;
    const page = readMark(history.state)?.page ?? String(Math.random());
    replace(withMark(history.state, { page, depth }), "");
    for (let next = depth + 1; next <= layers.length; next += 1) {
      push(withMark(history.state, { page, depth: next }), "");
    }
    note();
  }

  // Components close when they are drawn next; what closes and opens in one go needs no traversal.
  const settleSoon = () => void setTimeout(settle);

  function onPopState(event: PopStateEvent): void {
    const mark = readMark(event.state);
    const isSamePage = mark !== undefined && mark.page === readMark(here.state)?.page;
    if (isSamePage) {
      event.stopImmediatePropagation();
      // The page may have changed its address and its state under the window.
      replace(withMark(here.state, mark), "", here.href);
      keepScroll(view);
    }
    note();
    const written = waiting;
    waiting = null;
    if (written) for (const write of written) write();
    else for (const close of layers.slice(isSamePage ? mark.depth : 0).reverse()) close();
    settleSoon();
  }

  history.pushState = pushPage;
  history.replaceState = replacePage;
  view.addEventListener("popstate", onPopState, { capture: true });
  // A reload closes every window.
  settleSoon();

  return {
    open(close) {
      const layer = () => close();
      layers.push(layer);
      settle();
      return () => {
        layers.splice(layers.indexOf(layer), 1);
        settleSoon();
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

/** The browser would scroll back to where the page was when the window opened. */
function keepScroll(view: View): void {
  const { scrollX, scrollY } = view;
  view.requestAnimationFrame(() => view.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" }));
}
