"use client";

import { lazy, memo, Suspense } from "react";
import type { ItemLineProps } from "./item-line";

export const loadItemLine = () => import("./item-line");
const ItemLine = lazy(loadItemLine);

/**
 * An item as a line, whose code loads with the first list. Not rendered again with the same props: a line that the server
 * rendered stays while its code loads.
 */
export const LazyItemLine = memo(function LazyItemLine(props: ItemLineProps) {
  return (
    <Suspense fallback={null}>
      <ItemLine {...props} />
    </Suspense>
  );
});
