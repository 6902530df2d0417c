"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useEffect } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { CurrentProjectProvider } from "@/components/queries/current-project";
import { StudioActionsProvider, type StudioActions } from "@/components/queries/studio-actions";
import { readPreferenceCookie, writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { timeZoneCookieName } from "@/lib/i18n/locales";
import type { CurrentProject } from "@/lib/projects/project-dto";
import { FetchAhead } from "./fetch-ahead";
import { FetchErrorTexts } from "./fetch-error-texts";
import { GuardedLinks } from "./guarded-links";
import { LiveUpdates } from "./live-updates";

/** What the pages of a signed-in person share: query cache, server actions, event stream and time zone. */
export function StudioProviders({
  actions,
  liveMark,
  currentProject,
  children,
}: {
  actions: StudioActions;
  /** What the data of the page was read at. */
  liveMark: string;
  /** Where new results go. */
  currentProject: CurrentProject;
  children: ReactNode;
}) {
  return (
    <QueryProvider>
      <StudioActionsProvider actions={actions}>
        <LiveUpdates seen={liveMark} />
        <GuardedLinks />
        <FetchAhead />
        <FetchErrorTexts />
        <TimeZoneCookie />
        <CurrentProjectProvider initial={currentProject}>{children}</CurrentProjectProvider>
      </StudioActionsProvider>
    </QueryProvider>
  );
}

const maximumRetries = 2;

/** The query cache. The event stream keeps it current, so queries are not refetched by time. */
function QueryProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError: (error) => {
            // The session has ended: refreshing the layout redirects to the sign-in page.
            if (error instanceof ApiError && error.code === "auth.required") router.refresh();
          },
        }),
        defaultOptions: {
          // Fails while offline instead of being sent later, when nobody expects it any more.
          mutations: { networkMode: "always" },
          queries: {
            staleTime: Infinity,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            // Refusals are final; only missing responses and server errors are retried.
            retry: (failures, error) =>
              failures < maximumRetries &&
              !(error instanceof ApiError && error.status > 0 && error.status < 500),
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** What the browser's clock differed from UTC by when its time zone was stored. */
const offsetsCookieName = "time-zone-offsets";

/** The minutes that the browser's clock differs from UTC by, in winter and in summer. */
function readOffsets(): string {
  const year = new Date().getFullYear();
  return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join(" ");
}

/** Stores the person's time zone in a cookie, so that server and browser format times alike. Renders nothing. */
function TimeZoneCookie() {
  const router = useRouter();
  const used = useTimeZone();
  useEffect(() => {
    // The first use of Intl for dates takes a slow phone 100 ms, so the name is only asked for when the offsets change.
    const offsets = readOffsets();
    const known = readPreferenceCookie(timeZoneCookieName);
    if (known !== undefined && readPreferenceCookie(offsetsCookieName) === offsets) return;
    writePreferenceCookie(offsetsCookieName, offsets);
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (known === own) return;
    writePreferenceCookie(timeZoneCookieName, own);
    // Without cookies, the refreshed page would be the same: refreshes once.
    if (own !== used) router.refresh();
  }, [router, used]);
  return null;
}
