import type { GenerationState } from "./states";

/** What can happen to a generation. */
export type GenerationEvent =
  /** A worker took it and prepares the request; nothing has been sent. */
  | "claim"
  /** Back in line: nothing was sent, or the service proved that nothing was made. */
  | "requeue"
  /** The request leaves now; from here on it may be billed. */
  | "send"
  /** The service answered with a task to ask after. */
  | "accept"
  /** Results are named and being fetched. */
  | "deliver"
  /** Everything that could be had is stored, and it is at least one result. */
  | "complete"
  /** It is known that no result will come. */
  | "fail"
  /** The request left and no answer came. */
  | "lose"
  /** The person took it back while it was in line. */
  | "cancel";

/**
 * Every allowed move. What is missing is refused: terminal states never regress, whatever a late callback says.
 * `unknown` alone may still learn the truth, since an answer that comes late is the answer.
 */
const moves: Record<GenerationState, Partial<Record<GenerationEvent, GenerationState>>> = {
  queued: { claim: "starting", cancel: "cancelled", fail: "failed" },
  starting: { requeue: "queued", send: "running", fail: "failed" },
  running: {
    accept: "running",
    requeue: "queued",
    deliver: "storing",
    complete: "succeeded",
    fail: "failed",
    lose: "unknown",
  },
  storing: { deliver: "storing", complete: "succeeded", fail: "failed" },
  succeeded: {},
  failed: {},
  cancelled: {},
  unknown: { accept: "running", deliver: "storing", complete: "succeeded" },
};

/** The state after the event, or null where the event does not fit and must be ignored. Pure. */
export function transition(state: GenerationState, event: GenerationEvent): GenerationState | null {
  return moves[state][event] ?? null;
}

/** The states from which an event leads on; for compare-and-set updates. */
export function statesBefore(event: GenerationEvent): GenerationState[] {
  return (Object.keys(moves) as GenerationState[]).filter((state) => moves[state][event] !== undefined);
}
