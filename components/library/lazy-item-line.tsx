"use client";

import { lazyPart } from "@/components/ui/lazy-part";

export const loadItemLine = () => import("./item-line");

/** An item as a line, whose code loads with the first list. */
export const LazyItemLine = lazyPart(loadItemLine);
