"use client";

import { createContext, type ReactNode } from "react";

/** What the fields of a form need to offer texts again. */
export interface Reuse {
  /** The generator whose texts they are. */
  generator: string;
  /** Shows a dialog outside the form, in which no other form may be. */
  show: (dialog: ReactNode) => void;
}

export const ReuseContext = createContext<Reuse | null>(null);
