"use client";

import { createContext, type RefObject } from "react";

interface OpenMenu {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** The element that the menu is rendered into. */
  container: HTMLElement | null;
  side: "top" | "bottom";
  align: "start" | "end";
}

/** What a `Menu` gives its content. */
export const OpenMenuContext = createContext<OpenMenu | null>(null);
