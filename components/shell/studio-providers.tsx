"use client";

import type { ReactNode } from "react";
import { StudioActionsProvider, type StudioActions } from "@/components/queries/studio-actions";
import { FetchAhead } from "./fetch-ahead";
import { GuardedLinks } from "./guarded-links";
import { LiveUpdates } from "./live-updates";
import { QueryProvider } from "./query-provider";
import { TimeZoneCookie } from "./time-zone-cookie";

/** What the pages of a signed-in person share: the cache, the server actions, the event stream, the time zone. */
export function StudioProviders({ actions, children }: { actions: StudioActions; children: ReactNode }) {
  return (
    <QueryProvider>
      <StudioActionsProvider actions={actions}>
        <LiveUpdates />
        <GuardedLinks />
        <FetchAhead />
        <TimeZoneCookie />
        {children}
      </StudioActionsProvider>
    </QueryProvider>
  );
}
