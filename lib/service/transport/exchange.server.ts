import { errors } from "undici";
import { ServiceError, type ServiceErrorDetails } from "../errors/service-error.ts";
import type { ServiceErrorCode } from "../errors/catalogue.ts";
import { AnswerFault } from "../json/parse-json.server.ts";
import type { ExchangeObserver } from "./observer.ts";
import type { EndpointTimeouts } from "../profiles/profile-schema.ts";

/** The progress of an exchange, which decides what a fault means. */
type ExchangePhase = "connecting" | "waiting" | "reading";

/** Abort reasons of the exchange's own timers. */
type TimeoutCode = "network.connect-timeout" | "timeout.headers" | "timeout.idle" | "timeout.total";

class TimeoutReason extends Error {
  readonly code: TimeoutCode;
  constructor(code: TimeoutCode) {
    super(code);
    this.code = code;
  }
}

/** One request and its response: the timers, the caller's signal, and what is known when something fails. */
export class Exchange {
  readonly endpoint: string;
  readonly url: URL;
  readonly address: string;
  phase: ExchangePhase = "connecting";
  httpStatus: number | undefined;
  traceId: string | undefined;
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #timeouts: EndpointTimeouts;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #forwardAbort: () => void;
  readonly #cancelTotal: () => void;
  readonly #observer: ExchangeObserver | null;
  #hasEnded = false;
  #cancelStep: () => void = () => {};

  constructor(options: {
    endpoint: string;
    url: URL;
    address: string;
    timeouts: EndpointTimeouts;
    clock: Clock;
    signal: AbortSignal | undefined;
    observer?: ExchangeObserver | null;
  }) {
    this.#observer = options.observer ?? null;
    this.endpoint = options.endpoint;
    this.url = options.url;
    this.address = options.address;
    this.#clock = options.clock;
    this.#timeouts = options.timeouts;
    this.#callerSignal = options.signal;
    this.#forwardAbort = () => this.#controller.abort(options.signal?.reason);
    if (options.signal?.aborted === true) this.#forwardAbort();
    options.signal?.addEventListener("abort", this.#forwardAbort, { once: true });
    this.#cancelTotal = this.#limit(options.timeouts.totalMs, "timeout.total");
    this.#cancelStep = this.#limit(options.timeouts.connectMs, "network.connect-timeout");
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The connection is open and the first byte is about to leave. */
  begin(): void {
    this.phase = "waiting";
    this.#observer?.sent?.();
    this.#armHeaders();
  }

  /** More of the request was sent. The time for the response headers starts after its end. */
  sentMore(): void {
    if (this.phase === "waiting") this.#armHeaders();
  }

  /** The response headers have arrived. */
  answered(httpStatus: number, traceId: string | undefined): void {
    this.#cancelStep();
    this.phase = "reading";
    this.httpStatus = httpStatus;
    this.traceId = traceId;
    this.#observer?.answered?.({ status: httpStatus, traceId });
  }

  /** Reads the body with an idle limit, which excludes the reader's own time. Ends the exchange. */
  async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let isFirst = true;
    try {
      this.#armIdle();
      for await (const chunk of body) {
        this.#cancelStep();
        if (isFirst) this.#observer?.firstByte?.();
        isFirst = false;
        yield chunk;
        this.#armIdle();
      }
    } catch (error) {
      const fault = this.toServiceError(error);
      this.finish(fault);
      throw fault;
    } finally {
      this.finish();
    }
  }

  /** Stops the timers and detaches from the caller's signal. */
  finish(error?: ServiceError): void {
    if (!this.#hasEnded) this.#observer?.ended?.(error);
    this.#hasEnded = true;
    this.#cancelStep();
    this.#cancelTotal();
    this.#callerSignal?.removeEventListener("abort", this.#forwardAbort);
  }

  /** Creates a ServiceError with everything known of this exchange. */
  fault(
    code: ServiceErrorCode,
    details: Omit<ServiceErrorDetails, "endpoint" | "address" | "sent">,
  ): ServiceError {
    return new ServiceError(code, {
      httpStatus: this.httpStatus,
      traceId: this.traceId,
      ...details,
      endpoint: this.endpoint,
      address: this.address,
      sent: this.phase === "connecting" ? "no" : "maybe",
    });
  }

  /** Translates a transport fault, depending on the phase of the exchange. */
  toServiceError(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    const { reason, aborted } = this.#controller.signal;
    if (reason instanceof TimeoutReason) return this.#timeoutFault(reason);
    if (aborted) {
      const code = this.phase === "connecting" ? "request.aborted-before-sending" : "request.aborted";
      return this.fault(code, { kind: "aborted", cause: reason });
    }
    return this.#networkFault(error);
  }

  /** Translates a decoding fault. An error of the caller's own code is returned unchanged. */
  toDecodingError(error: unknown): unknown {
    if (!(error instanceof AnswerFault)) return error;
    return this.fault(error.code, { kind: "malformed", detail: error.message, cause: error });
  }

  #networkFault(error: unknown): ServiceError {
    const details = { detail: errorCodes(error).join(" "), cause: error };
    if (this.phase === "connecting") {
      return this.fault(codeOfFailedConnection(error, this.url.protocol), { kind: "network", ...details });
    }
    if (this.phase === "reading") return this.fault("answer.truncated", { kind: "malformed", ...details });
    return error instanceof errors.HTTPParserError
      ? this.fault("answer.garbage", { kind: "malformed", ...details })
      : this.fault("network.lost", { kind: "network", ...details });
  }

  #timeoutFault(reason: TimeoutReason): ServiceError {
    // Before the request is sent, any timeout is one of connecting.
    if (this.phase === "connecting")
      return this.fault("network.connect-timeout", { kind: "network", cause: reason });
    return this.fault(reason.code, { kind: "timeout", cause: reason });
  }

  #armHeaders(): void {
    this.#cancelStep();
    this.#cancelStep = this.#limit(this.#timeouts.headersMs, "timeout.headers");
  }

  #armIdle(): void {
    this.#cancelStep = this.#limit(this.#timeouts.idleMs, "timeout.idle");
  }

  #limit(afterMs: number, code: TimeoutCode): () => void {
    return this.#clock.schedule(afterMs, () => this.#controller.abort(new TimeoutReason(code)));
  }
}

const NAME_NOT_FOUND = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
const UNREACHABLE = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);
const CONNECT_TIMEOUT = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const HUNG_UP = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * The catalogue code of a failed connection, when not a single byte was sent. On https, any fault but those of
 * name, route or port is one of the TLS handshake, for which Node has some thirty codes.
 */
export function codeOfFailedConnection(error: unknown, protocol: string): ServiceErrorCode {
  const codes = errorCodes(error);
  if (codes.some((code) => NAME_NOT_FOUND.has(code))) return "network.name-not-found";
  if (codes.includes("ECONNREFUSED")) return "network.refused";
  if (codes.some((code) => UNREACHABLE.has(code))) return "network.unreachable";
  if (codes.some((code) => CONNECT_TIMEOUT.has(code))) return "network.connect-timeout";
  if (protocol === "https:") return "network.tls";
  return codes.some((code) => HUNG_UP.has(code)) ? "network.refused" : "network.unreachable";
}

/** All error codes in an error, its causes and the errors of an AggregateError. */
export function errorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(errorCodes) : [];
  return [...own, ...gathered, ...errorCodes(error.cause)];
}

/** Injectable, so that tests of timeouts don't wait. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** Calls back once after `afterMs`; returns a function that cancels it. */
  schedule(afterMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(afterMs, callback) {
    const timer = setTimeout(callback, afterMs);
    return () => clearTimeout(timer);
  },
};
