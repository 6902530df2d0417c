import { queryOptions } from "@tanstack/react-query";
import type { CallbackCheck, CallbackReplay, CallbackStatus } from "@/lib/callbacks/callback-status-dto";
import { apiFetch } from "./api-fetch";

/** The only place where keys of queries about callbacks are written. */
export const callbackQueries = {
  /** Whether the service gets a callback address, and the callbacks it received. */
  status: () =>
    queryOptions({
      queryKey: ["callbacks"] as const,
      queryFn: ({ signal }) => apiFetch<CallbackStatus>("/api/v1/callbacks", { signal }),
    }),
};

/** Makes the studio call its own callback address. Throws ApiError. */
export function checkCallbackAddress(): Promise<CallbackCheck> {
  return apiFetch<CallbackCheck>("/api/v1/callbacks/check", { method: "POST" });
}

/** Processes an update again. Throws ApiError. */
export function replayCallback(eventId: string): Promise<CallbackReplay> {
  const path = `/api/v1/callbacks/events/${encodeURIComponent(eventId)}/replay`;
  return apiFetch<CallbackReplay>(path, { method: "POST" });
}

/** Switches callbacks on or off for everyone; owners only. Throws ApiError. */
export function switchCallbacks(enabled: boolean): Promise<CallbackStatus> {
  return apiFetch<CallbackStatus>("/api/v1/callbacks", { method: "PATCH", body: { enabled } });
}
