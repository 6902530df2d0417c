import type { ServiceError } from "../errors/service-error.ts";

/** Hears what becomes of one request, for example to measure it. Never sees its content or its key. */
export interface ExchangeObserver {
  /** The connection is open and the first byte is about to leave. */
  sent?(): void;
  /** The response headers have arrived. */
  answered?(response: { status: number; traceId: string | undefined }): void;
  /** The first byte of the response's body has arrived. */
  firstByte?(): void;
  /** Called once. Without an error, the response was read or is no longer needed. */
  ended?(error?: ServiceError): void;
}

/** Called for each request that a client makes; null for those that nobody observes. */
export type ObserveExchange = (request: {
  /** Its name in the profile, such as `imageGeneration`. */
  endpoint: string;
  method: "GET" | "POST";
  /** Host and port. */
  host: string;
}) => ExchangeObserver | null;
