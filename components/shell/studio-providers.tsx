"use client";

import type { ReactNode } from "react";
import { LiveUpdates } from "./live-updates";
import { QueryProvider } from "./query-provider";
import { TimeZoneCookie } from "./time-zone-cookie";

/** What the pages of a signed-in person share: the cache, the event stream, the time zone. */
export function StudioProviders({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <LiveUpdates />
      <TimeZoneCookie />
      {children}
    </QueryProvider>
  );
}
