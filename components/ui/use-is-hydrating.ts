"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const no = () => false;
const yes = () => true;

/** Whether this part of the page hydrates now, so that it has to render what the server did. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(never, no, yes);
}
