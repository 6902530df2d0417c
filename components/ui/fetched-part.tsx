"use client";

import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from "react";

interface FetchedPartProps<Props extends object> {
  /** Must be stable across renders. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** The code could not be fetched. Mounting again retries. */
  onFailed: () => void;
}

/**
 * A component whose code loads on demand; renders nothing until it is there. React's `lazy` would crash the page when
 * the fetch fails, as it does offline.
 */
export function FetchedPart<Props extends object>({ load, props, onFailed }: FetchedPartProps<Props>) {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const notifyFailed = useEffectEvent(onFailed);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (fetched) => isCurrent && setPart(() => fetched.default),
      () => isCurrent && notifyFailed(),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return part ? createElement(part, props) : null;
}
