import { Readable } from "node:stream";
import { request as sendHttp, type buildConnector, type Dispatcher, type FormData, Agent } from "undici";
import type { ServiceErrorDetails, ServiceError } from "./errors/service-error.ts";
import type { ServiceErrorCode } from "./errors/catalogue.ts";
import type { EndpointTimeouts } from "./profiles/profile-schema.ts";
import { type Clock, Exchange } from "./transport/exchange.server.ts";
import type { ObserveExchange } from "./transport/observer.ts";

/** One HTTP request. It is sent once, without retries and redirects. */
interface HttpRequest {
  endpoint: string;
  method: "GET" | "POST";
  url: URL;
  /** Its base address, without a trailing slash; two may share a host. */
  address: string;
  headers: Record<string, string>;
  /** A stream is destroyed unless it is read to its end. */
  body?: string | FormData | Readable;
  timeouts: EndpointTimeouts;
  signal?: AbortSignal | undefined;
  /** Called once, just before the first byte leaves. If it isn't called, nothing was sent. */
  onRequestSent?: (() => void) | undefined;
}

/** Headers of a response, and its body still to be read: read it to its end or call `dispose`. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Media type in lower case without parameters; empty without one. */
  contentType: string;
  traceId: string | undefined;
  address: string;
  /** Throws ServiceError, also for the profile's timeouts. */
  body: AsyncIterable<Uint8Array>;
  /** Stops reading the body. */
  dispose(): void;
  /** Creates a ServiceError with what is known of this exchange. */
  fault(
    code: ServiceErrorCode,
    details: Omit<ServiceErrorDetails, "endpoint" | "address" | "sent">,
  ): ServiceError;
  /** Translates a decoding fault. An error of the caller's own code is returned unchanged. */
  toDecodingError(error: unknown): unknown;
}

/** Sends one request and waits for the response headers, whatever the status. Throws ServiceError. */
export async function sendRequest(
  request: HttpRequest,
  options: { dispatcher: Dispatcher; clock: Clock; observe?: ObserveExchange | undefined },
): Promise<HttpAnswer> {
  const { endpoint, method, url } = request;
  const exchange = new Exchange({
    ...request,
    clock: options.clock,
    signal: request.signal,
    observer: options.observe?.({ endpoint, method, host: url.host }) ?? null,
  });
  const dispatcher = watchStart(options.dispatcher, () => {
    // Aborted while connecting: undici ends the request without writing a byte.
    if (exchange.signal.aborted) return;
    exchange.begin();
    request.onRequestSent?.();
  });
  try {
    exchange.signal.throwIfAborted();
    const response = await rejectOnAbort(
      exchange.signal,
      sendHttp(request.url, {
        method: request.method,
        headers: { "accept-encoding": "identity", ...request.headers },
        body:
          request.body instanceof Readable
            ? watchChunks(request.body, () => exchange.sentMore())
            : (request.body ?? null),
        signal: exchange.signal,
        dispatcher,
      }),
    );
    response.body.on("error", ignoreFaultOfUnreadBody);
    const headers = readHeaders(response.headers);
    const traceId = headers.get("trace-id") ?? undefined;
    exchange.answered(response.statusCode, traceId);
    return {
      status: response.statusCode,
      headers,
      contentType: (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "",
      traceId,
      address: request.address,
      body: exchange.read(response.body),
      dispose() {
        exchange.finish();
        response.body.destroy();
      },
      fault: exchange.fault.bind(exchange),
      toDecodingError: exchange.toDecodingError.bind(exchange),
    };
  } catch (error) {
    const fault = exchange.toServiceError(error);
    exchange.finish(fault);
    throw fault;
  }
}

/** Calls `onChunk` for each chunk read from the stream. */
function watchChunks(body: Readable, onChunk: () => void): Readable {
  async function* read() {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      onChunk();
      yield chunk;
    }
  }
  const watched = Readable.from(read(), { objectMode: false });
  watched.on("error", ignoreFaultOfUnreadBody);
  return watched;
}

/** undici handles an abort only once connected, which may be never; this rejects at once. */
export async function rejectOnAbort<Value>(signal: AbortSignal, sending: Promise<Value>): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([sending, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A reader gets the body's error from its loop; the error of an unread body must not crash the process. */
function ignoreFaultOfUnreadBody(): void {}

function readHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  return headers;
}

const ABANDONED_CONNECT_MS = 120_000;

/**
 * A dispatcher for requests to the service. `pipelining: 0` gives every request its own connection: a stale
 * keep-alive connection can't turn an unsent request into one with an unknown outcome. Timeouts are handled by
 * `Exchange`, so undici's are off; its connect timeout only cleans up abandoned connections.
 *
 * @param createConnector how connections are opened; undici's own by default
 */
export function createServiceDispatcher(
  createConnector?: (timeoutMs: number) => buildConnector.connector,
): Dispatcher {
  return new Agent({
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: createConnector?.(ABANDONED_CONNECT_MS) ?? { timeout: ABANDONED_CONNECT_MS },
  });
}

let shared: Dispatcher | undefined;

/** The default dispatcher. */
export function getSharedDispatcher(): Dispatcher {
  shared ??= createServiceDispatcher();
  return shared;
}

/** Calls `onStart` when connected, just before the request is written. Nothing is sent before. */
function watchStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
      onResponseStart: handler.onResponseStart?.bind(handler),
      onResponseData: handler.onResponseData?.bind(handler),
      onResponseEnd: handler.onResponseEnd?.bind(handler),
      onResponseError: handler.onResponseError?.bind(handler),
    });
  });
}
