"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useEffect } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { StudioActionsProvider, type StudioActions } from "@/components/queries/studio-actions";
import { readPreferenceCookie, writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { timeZoneCookieName } from "@/lib/i18n/locales";
import { FetchAhead } from "./fetch-ahead";
import { GuardedLinks } from "./guarded-links";
import { LiveUpdates } from "./live-updates";

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

const maximumRetries = 2;

/** The cache of what the API told. Kept fresh by the event stream, so nothing is asked again by the clock. */
function QueryProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError: (error) => {
            // The session has ended: the layout, asked again, sends to the sign-in page.
            if (error instanceof ApiError && error.code === "auth.required") router.refresh();
          },
        }),
        defaultOptions: {
          // Not held back while offline and sent when nobody asks for it any more: it fails, and is asked for again.
          mutations: { networkMode: "always" },
          queries: {
            staleTime: Infinity,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            // A refusal stays one; only a studio that did not answer, or broke, is asked again.
            retry: (failures, error) =>
              failures < maximumRetries &&
              !(error instanceof ApiError && error.status > 0 && error.status < 500),
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Tells the server the person's time zone once, so that both write the same times. Draws nothing. */
function TimeZoneCookie() {
  const router = useRouter();
  const used = useTimeZone();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (readPreferenceCookie(timeZoneCookieName) === own) return;
    writePreferenceCookie(timeZoneCookieName, own);
    // Without cookies it would come back the same: asked once, not again and again.
    if (own !== used) router.refresh();
  }, [router, used]);
  return null;
}
