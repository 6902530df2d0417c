import type { RequestProblem } from "../contract/issue.ts";
import { getServiceErrorEntry, type ServiceErrorCode } from "./catalogue.ts";
import type { ServiceErrorEntry } from "./catalogue-entry.ts";

/**
 * Where a request failed.
 * - `invalid`: rejected by the client before sending; see `problems`.
 * - `refused`: the service responded with an error code; see `serviceCode`.
 * - `http`: an HTTP status other than 2xx without such a code.
 * - `network`: no connection, or a broken one; see `sent`.
 * - `timeout`: a timeout of the profile.
 * - `aborted`: the caller's signal.
 * - `malformed`: an unusable response: invalid JSON, truncated, damaged hex, wrong content type.
 */
type ServiceErrorKind = "invalid" | "refused" | "http" | "network" | "timeout" | "aborted" | "malformed";

export interface ServiceErrorDetails {
  kind: ServiceErrorKind;
  /** `no`: provably not a single byte was sent. `maybe`: anything else. */
  sent: "no" | "maybe";
  /** base_resp.status_code, or `error` of the generic error object. */
  serviceCode?: number;
  /** base_resp.status_msg or `message`: the service's own text, in any language. */
  serviceMessage?: string;
  httpStatus?: number;
  /** Header `Trace-Id` or body `trace_id`. */
  traceId?: string;
  /** Name of the endpoint in the profile, for example `imageGeneration`. */
  endpoint?: string;
  /** Base address of the request. */
  address?: string;
  /** The service's `Retry-After`. */
  retryAfterMs?: number;
  /** The invalid fields, for kind `invalid`. */
  problems?: readonly RequestProblem[];
  /** Technical detail for logs only, for example the position of an invalid hex digit. */
  detail?: string;
  cause?: unknown;
}

/**
 * The client's only error class. `code` is the key of the catalogue, which says what was generated and whether
 * to wait.
 */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly kind: ServiceErrorKind;
  readonly sent: "no" | "maybe";
  readonly serviceCode: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly httpStatus: number | undefined;
  readonly traceId: string | undefined;
  readonly endpoint: string | undefined;
  readonly address: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly RequestProblem[];
  readonly detail: string | undefined;

  constructor(code: ServiceErrorCode, details: ServiceErrorDetails) {
    super(describe(code, details), { cause: details.cause });
    this.name = "ServiceError";
    this.code = code;
    this.kind = details.kind;
    this.sent = details.sent;
    this.serviceCode = details.serviceCode;
    this.serviceMessage = details.serviceMessage;
    this.httpStatus = details.httpStatus;
    this.traceId = details.traceId;
    this.endpoint = details.endpoint;
    this.address = details.address;
    this.retryAfterMs = details.retryAfterMs;
    this.problems = details.problems ?? [];
    this.detail = details.detail;
  }

  get entry(): ServiceErrorEntry {
    return getServiceErrorEntry(this.code);
  }

  /**
   * Proves that the service generated and billed nothing: the request was never sent, or was rejected before
   * any work.
   */
  get nothingMade(): boolean {
    return this.sent === "no" || this.entry.made === "nothing";
  }

  /** `refused`: final, without a result. `unknown`: it may have a result. */
  get outcome(): "refused" | "unknown" {
    return this.nothingMade ? "refused" : this.entry.outcome;
  }

  /** Whether the request may be retried automatically; `after-wait` only where nothing was generated. */
  get retry(): "never" | "after-wait" {
    return this.nothingMade ? this.entry.retry : "never";
  }
}

/** Whether an error is a ServiceError, also of another copy of this module. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError ||
    (error instanceof Error && error.name === "ServiceError" && "nothingMade" in error)
  );
}

function describe(code: ServiceErrorCode, details: ServiceErrorDetails): string {
  const facts = [
    details.endpoint,
    details.httpStatus === undefined ? undefined : `HTTP ${details.httpStatus}`,
    details.serviceCode === undefined ? undefined : `code ${details.serviceCode}`,
    details.detail,
  ].filter((fact) => fact !== undefined);
  return `${code}: ${getServiceErrorEntry(code).title}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}
