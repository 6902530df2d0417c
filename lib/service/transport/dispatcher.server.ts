import { Agent, type Dispatcher } from "undici";

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
