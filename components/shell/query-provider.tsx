"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { ApiError } from "@/components/queries/api-fetch";

const maximumRetries = 2;

/** The cache of what the API told. Kept fresh by the event stream, so nothing is asked again by the clock. */
export function QueryProvider({ children }: { children: ReactNode }) {
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
