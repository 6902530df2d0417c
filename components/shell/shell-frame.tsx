"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

const deskPath = /^\/films\/[^/]+$/;

/**
 * The grid of rail and page. The desk of a film takes the whole window, which styles learn from an attribute: with `:has()` on an
 * element around the page, Chromium computes the style of everything in it again whenever anything is inserted.
 */
export function ShellFrame({ children }: { children: ReactNode }) {
  const isDesk = deskPath.test(usePathname());
  return (
    <div
      data-shell
      data-desk={isDesk ? "" : undefined}
      className="min-h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      {children}
    </div>
  );
}
