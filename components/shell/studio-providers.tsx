"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useEffect } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";
import { ApiError } from "@/components/queries/api-fetch";
import { CurrentProjectProvider } from "@/components/queries/current-project";
import { StudioActionsProvider, type StudioActions } from "@/components/queries/studio-actions";
import type { CurrentProject } from "@/lib/projects/project-dto";
import { FetchAhead } from "./fetch-ahead";
import { FetchErrorTexts } from "./fetch-error-texts";
import { GuardedLinks } from "./guarded-links";
import { setLiveState } from "./live-state";
import { storeTimeZone } from "./store-time-zone";

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
        <LazyLiveUpdates seen={liveMark} />
        <GuardedLinks />
        <FetchAhead />
        <FetchErrorTexts />
        <TimeZoneCookie />
        <CurrentProjectProvider initial={currentProject}>{children}</CurrentProjectProvider>
      </StudioActionsProvider>
    </QueryProvider>
  );
}

/** Without the code, the page says that it is out of reach, as it would without the stream. */
const loadLiveUpdates = () =>
  import("./live-updates").catch((error: unknown) => {
    setLiveState(navigator.onLine ? "reconnecting" : "offline");
    throw error;
  });

/** `LiveUpdates`, fetched when the page is usable: the stream begins at the mark of the page's data, however late it opens. */
function LazyLiveUpdates({ seen }: { seen: string }) {
  // The mark of a later render would be wrong for data that is already cached.
  const [firstSeen] = useState(seen);
  return useIdle() ? <FetchedPart load={loadLiveUpdates} props={{ seen: firstSeen }} /> : null;
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

/** Keeps the cookie of the time zone, which signing in stored, current. Renders nothing. */
function TimeZoneCookie() {
  const router = useRouter();
  const used = useTimeZone();
  useEffect(() => {
    const stored = storeTimeZone();
    // Without cookies, the refreshed page would be the same: refreshes once.
    if (stored !== null && stored !== used) router.refresh();
  }, [router, used]);
  return null;
}
