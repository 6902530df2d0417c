"use client";

import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { PreviewState, PreviewStore } from "./preview-store";

export const PreviewContext = createContext<PreviewStore | null>(null);

export function usePreviewStore(): PreviewStore {
  const store = use(PreviewContext);
  if (!store) throw new Error("Parts of the preview are inside of PreviewContext");
  return store;
}

/** A value of the preview's state; the part renders again when it is another one by `Object.is`. */
export function usePreview<Value>(choose: (state: PreviewState) => Value): Value {
  const store = usePreviewStore();
  const read = useCallback(() => choose(store.read()), [choose, store]);
  return useSyncExternalStore(store.subscribe, read, read);
}
