"use client";

import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from "react";

interface FetchedPartProps<Props extends object> {
  /** The same function at every render. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** It could not be fetched; mounted anew, it is tried again. */
  onFailed: () => void;
}

/**
 * A component whose code is fetched when it is wanted; nothing until it is there. React's `lazy` would end the whole page
 * where the fetch fails, as it does offline.
 */
export function FetchedPart<Props extends object>({ load, props, onFailed }: FetchedPartProps<Props>) {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (fetched) => isCurrent && setPart(() => fetched.default),
      () => isCurrent && fail(),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return part ? createElement(part, props) : null;
}
