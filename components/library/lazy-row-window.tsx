"use client";

import { createElement, useEffect, useState, type ComponentProps } from "react";
import type RowWindow from "./row-window";

const refetchDelayMs = 5_000;

let fetched: typeof RowWindow | null = null;

export function isRowWindowFetched(): boolean {
  return fetched !== null;
}

/** `RowWindow`, whose code is fetched with the first long list: most lists begin as short ones. */
export function LazyRowWindow(props: ComponentProps<typeof RowWindow>) {
  const [part, setPart] = useState(() => fetched);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (part) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    import("./row-window").then(
      (module) => {
        fetched = module.default;
        if (isCurrent) setPart(() => fetched);
      },
      () => {
        // As it happens offline.
        if (isCurrent) timer = setTimeout(() => setAttempt((before) => before + 1), refetchDelayMs);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [part, attempt]);
  return part ? createElement(part, props) : null;
}
