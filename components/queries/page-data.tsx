"use client";

import { HydrationBoundary, useQueryClient, type DehydratedState } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { liveGenerations } from "./live-generations";

export interface PageDataProps {
  state: DehydratedState;
  children: ReactNode;
}

/**
 * Adds what the server read for a page to the query cache. It may be older than events that arrived while the page was on
 * its way, or before the page hydrated; they are applied again.
 */
export function PageData({ state, children }: PageDataProps) {
  const client = useQueryClient();
  // Runs after the effect that hydrates cached queries.
  useEffect(() => liveGenerations.repeat(client), [client, state]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
