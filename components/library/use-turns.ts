import { startTransition, useEffect, useMemo, useState } from "react";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";

/** A row to render: its key and how many tiles it has. */
export interface Turn {
  key: string;
  tiles: number;
}

/** About a row of tiles, which a slow phone renders in less than a tenth of a second. */
const firstShare = 6;
/** Two frames: a processor that keeps up with the screen renders twice as many tiles next. */
const smoothMs = 34;

const none: ReadonlySet<string> = new Set();

/**
 * Renders many rows over several frames, so that the page keeps scrolling and typing meanwhile. The rows that the server
 * rendered are all rendered at once.
 *
 * @param wanted the most important row first
 * @returns the keys of the rows to render now
 */
export function useTurns(wanted: readonly Turn[]): ReadonlySet<string> {
  const isHydrating = useIsHydrating();
  const [{ shown, share, atMs }, setState] = useState(() => ({
    shown: isHydrating ? takeTurns(wanted, { shown: none, share: Infinity }) : none,
    share: firstShare,
    atMs: 0,
  }));
  const rendered = useMemo(() => {
    const kept = takeTurns(wanted, { shown, share: 0 });
    return kept.size > 0 ? kept : takeTurns(wanted, { shown, share: firstShare });
  }, [wanted, shown]);
  useEffect(() => {
    if (rendered.size === wanted.length) return;
    const frame = requestAnimationFrame((nowMs) => {
      const next = nowMs - atMs < smoothMs ? share * 2 : firstShare;
      // Not before what the person does, like a search.
      startTransition(() =>
        setState({ shown: takeTurns(wanted, { shown: rendered, share: next }), share: next, atMs: nowMs }),
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, rendered, share, atMs]);
  return rendered;
}

/** The wanted rows that are shown, and further ones with about as many tiles as `share`. */
export function takeTurns(
  wanted: readonly Turn[],
  { shown, share }: { shown: ReadonlySet<string>; share: number },
): ReadonlySet<string> {
  const taken = new Set<string>();
  let left = share;
  for (const { key, tiles } of wanted) {
    if (!shown.has(key)) {
      if (left <= 0) continue;
      left -= tiles;
    }
    taken.add(key);
  }
  return taken;
}
