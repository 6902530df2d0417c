import { Readable } from "node:stream";
import { request as sendHttp, type Dispatcher, type FormData, Agent } from "undici";
import type { ServiceErrorDetails, ServiceError } from "./errors/service-error.ts";
import type { ServiceErrorCode } from "./errors/catalogue.ts";
import type { EndpointTimeouts } from "./profiles/profile-schema.ts";
import { type Clock, Exchange } from "./transport/exchange.server.ts";

/** One HTTP request to the service. It is sent once; nothing here ever sends again or follows a redirect. */
export interface HttpRequest {
  endpoint: string;
  method: "GET" | "POST";
  url: URL;
  /** Base address that it goes to, without a trailing slash: two may share a host. */
  address: string;
  headers: Record<string, string>;
  /** A stream is destroyed where it is not read to its end. */
  body?: string | FormData | Readable;
  timeouts: EndpointTimeouts;
  signal?: AbortSignal | undefined;
  /** Called once, just before the first byte leaves. When it was not called, nothing was sent. */
  onRequestSent?: (() => void) | undefined;
}

/** The header of an answer, and its body still to be read. The body must be read to its end or disposed of. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Media type in lower case without parameters; empty when the answer names none. */
  contentType: string;
  traceId: string | undefined;
  /** Base address that answered. */
  address: string;
  /** Bytes within the profile's limits of time; throws ServiceError. */
  body: AsyncIterable<Uint8Array>;
  /** Stops reading; to be called when the body is not wanted. */
  dispose(): void;
  /** A ServiceError with what is known of this exchange. */
  fault(
    code: ServiceErrorCode,
    details: Omit<ServiceErrorDetails, "endpoint" | "address" | "sent">,
  ): ServiceError;
  /** What was thrown while the answer was decoded; an error of the caller's own code is given back as it is. */
  toDecodingError(error: unknown): unknown;
}

/** Sends one request and waits for the answer's header, whatever its status. Throws ServiceError. */
export async function sendRequest(
  request: HttpRequest,
  options: { dispatcher: Dispatcher; clock: Clock },
): Promise<HttpAnswer> {
  const exchange = new Exchange({ ...request, clock: options.clock, signal: request.signal });
  const dispatcher = watchStart(options.dispatcher, () => {
    // Stopped while it connected: undici ends it here without writing a byte.
    if (exchange.signal.aborted) return;
    exchange.begin();
    request.onRequestSent?.();
  });
  try {
    exchange.signal.throwIfAborted();
    const response = await endWithSignal(
      exchange.signal,
      sendHttp(request.url, {
        method: request.method,
        headers: { "accept-encoding": "identity", ...request.headers },
        body:
          request.body instanceof Readable
            ? tell(request.body, () => exchange.wentOn())
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
    exchange.finish();
    throw exchange.toServiceError(error);
  }
}

/** The same stream; `onChunk` is called for each piece of it that is taken. */
function tell(body: Readable, onChunk: () => void): Readable {
  async function* read() {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      onChunk();
      yield chunk;
    }
  }
  const told = Readable.from(read(), { objectMode: false });
  told.on("error", ignoreFaultOfUnreadBody);
  return told;
}

/** undici hears of an abort only once the connection stands, which may be never; the caller hears of it at once. */
async function endWithSignal<Value>(signal: AbortSignal, sending: Promise<Value>): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([sending, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Who reads a body is told of its fault by the loop; a body that nobody reads may break without ending the process. */
function ignoreFaultOfUnreadBody(): void {}

function readHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  return headers;
}

const ABANDONED_CONNECT_MS = 120_000;

let shared: Agent | undefined;

/**
 * The way out that clients use when none is given. `pipelining: 0` gives every request a connection of its own: a kept
 * connection that the other side has just closed cannot turn an unsent request into one of unknown outcome.
 * Undici's timers are off; `Exchange` keeps the profile's. Its connect timeout only clears away what was given up.
 */
export function getSharedDispatcher(): Dispatcher {
  shared ??= new Agent({
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: ABANDONED_CONNECT_MS },
  });
  return shared;
}

/** Calls `onStart` when the connection stands and the request is about to be written; before that, nothing has left. */
export function watchStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
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
