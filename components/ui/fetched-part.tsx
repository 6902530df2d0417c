"use client";

import {
  createElement,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { askForBuild } from "./other-build";

interface FetchedPartProps<Props extends object> {
  /** Must be stable across renders. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /**
   * The code could not be fetched; mounting again retries. Without it, the fetch is retried every five seconds.
   *
   * @param isExplained the page says that another build doesn't have it
   */
  onFailed?: (isExplained: boolean) => void;
  /** In its place until it is there. */
  fallback?: ReactNode;
}

export const retryDelayMs = 5_000;

/**
 * A component whose code loads on demand; renders nothing, or `fallback`, until it is there. React's `lazy` would crash the page when
 * the fetch fails, as it does offline.
 */
export function FetchedPart<Props extends object>({
  load,
  props,
  onFailed,
  fallback = null,
}: FetchedPartProps<Props>) {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent((isExplained: boolean, retryLater: () => void) =>
    (onFailed ?? retryLater)(isExplained),
  );
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchPart = () =>
      void load().then(
        (fetched) => isCurrent && setPart(() => fetched.default),
        async () => {
          const isExplained = await askForBuild();
          if (!isCurrent) return;
          fail(isExplained, () => {
            timer = setTimeout(fetchPart, retryDelayMs);
          });
        },
      );
    fetchPart();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load]);
  return part ? createElement(part, props) : fallback;
}
