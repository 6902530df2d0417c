import { startTransition } from "react";
import { whenIdle } from "@/components/ui/when-idle";

/** While somebody types, what stands around the text follows this often. */
const followMs = 100;

/** It follows this much later at the latest, however busy the browser is. */
const idleTimeoutMs = 300;

/** Updates of what stands around a text. */
export interface TypingQueue {
  /** After keys: several of them together, when the browser has shown their letters and is idle. */
  later(update: () => void): void;
  /** What waits, and then this one: now, where nothing urgent is to be drawn. */
  now(update: () => void): void;
  /** What waits: at once. */
  flush(): void;
  /** Forgets what waits. */
  clear(): void;
}

/** Keeps a key from waiting for what stands around the text: counts, marks of a field, an outline. */
export function createTypingQueue(): TypingQueue {
  let waiting: (() => void)[] = [];
  let takeBack: (() => void) | null = null;

  function clear(): void {
    takeBack?.();
    takeBack = null;
    waiting = [];
  }

  function flush(): void {
    const updates = waiting;
    clear();
    for (const update of updates) update();
  }

  return {
    clear,
    flush,
    now(update) {
      startTransition(() => {
        flush();
        update();
      });
    },
    later(update) {
      waiting.push(update);
      if (takeBack) return;
      const timer = setTimeout(() => {
        takeBack = whenIdle(() => startTransition(flush), idleTimeoutMs);
      }, followMs);
      takeBack = () => clearTimeout(timer);
    },
  };
}
