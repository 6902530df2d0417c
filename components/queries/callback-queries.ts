import { queryOptions } from "@tanstack/react-query";
import type { CallbackCheck, CallbackReplay, CallbackStatus } from "@/lib/callbacks/callback-status-dto";
import { apiFetch } from "./api-fetch";

/** The only place where keys of queries about callbacks are written. */
export const callbackQueries = {
  /** Whether the service is told an address, and what came to it. */
  status: () =>
    queryOptions({
      queryKey: ["callbacks"] as const,
      queryFn: ({ signal }) => apiFetch<CallbackStatus>("/api/v1/callbacks", { signal }),
    }),
};

/** Has the studio call itself through the address that the service is told. Throws ApiError. */
export function checkCallbackAddress(): Promise<CallbackCheck> {
  return apiFetch<CallbackCheck>("/api/v1/callbacks/check", { method: "POST" });
}

/** Takes an update in again. Throws ApiError. */
export function replayCallback(eventId: string): Promise<CallbackReplay> {
  const path = `/api/v1/callbacks/events/${encodeURIComponent(eventId)}/replay`;
  return apiFetch<CallbackReplay>(path, { method: "POST" });
}

/** Switches callbacks for everybody; the owner's alone. Throws ApiError. */
export function switchCallbacks(enabled: boolean): Promise<CallbackStatus> {
  return apiFetch<CallbackStatus>("/api/v1/callbacks", { method: "PATCH", body: { enabled } });
}
