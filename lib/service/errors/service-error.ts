import type { RequestProblem } from "../contract/issue.ts";
import { getServiceErrorEntry, type ServiceErrorCode } from "./catalogue.ts";
import type { ServiceErrorEntry } from "./catalogue-entry.ts";

/**
 * Where a request failed.
 * - `invalid`: checked here and not sent; `problems` says why.
 * - `refused`: the service answered with a code of its own; `serviceCode` says which.
 * - `http`: an HTTP status other than 2xx without such a code.
 * - `network`: no connection, or a broken one; `sent` says whether bytes may have left.
 * - `timeout`: a limit of the profile ran out.
 * - `aborted`: the caller's signal.
 * - `malformed`: an answer that cannot be trusted: garbage, truncated, damaged hex, wrong kind.
 */
export type ServiceErrorKind =
  "invalid" | "refused" | "http" | "network" | "timeout" | "aborted" | "malformed";

export interface ServiceErrorDetails {
  kind: ServiceErrorKind;
  /** `no` proves that not one byte of the request left; `maybe` is everything else. */
  sent: "no" | "maybe";
  /** base_resp.status_code, or `error` of the generic error object. */
  serviceCode?: number;
  /** base_resp.status_msg or `message`: the service's own words, in whatever language. */
  serviceMessage?: string;
  httpStatus?: number;
  /** Header `Trace-Id` or body `trace_id`. */
  traceId?: string;
  /** Name of the endpoint in the profile, for example `imageGeneration`. */
  endpoint?: string;
  /** Origin that was asked. */
  address?: string;
  /** How long the service asked to wait (`Retry-After`), where it did. */
  retryAfterMs?: number;
  /** What broke the rules, for kind `invalid`. */
  problems?: readonly RequestProblem[];
  /** Technical detail for a log, never for a person, for example the position of a wrong hex digit. */
  detail?: string;
  cause?: unknown;
}

/** The one error of this client. `code` keys the catalogue, which tells what was made and whether waiting helps. */
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

  /** Proof that the service made and counted nothing: it was never sent, or was refused before any work. */
  get nothingMade(): boolean {
    return this.sent === "no" || this.entry.made === "nothing";
  }

  /** `refused`: final, no result will come of this request. `unknown`: it may have been made. */
  get outcome(): "refused" | "unknown" {
    return this.nothingMade ? "refused" : this.entry.outcome;
  }

  /** Whether the same request may be sent again by itself; `after-wait` only ever where nothing was made. */
  get retry(): "never" | "after-wait" {
    return this.nothingMade ? this.entry.retry : "never";
  }
}

/** Whether an error is this client's, also across two copies of the module. */
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
