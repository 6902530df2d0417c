import type { GenerationState } from "./states";

/** What can happen to a generation. */
export type GenerationEvent =
  /** A worker claimed it and prepares the request; nothing has been sent. */
  | "claim"
  /** Back in the queue: nothing was sent, or provably nothing was made. */
  | "requeue"
  /** The request leaves now; from here on it may be billed. */
  | "send"
  /** The service answered with a task to poll. */
  | "accept"
  /** The results are known and being stored. */
  | "deliver"
  /** Everything that could be stored is stored, at least one result. */
  | "complete"
  /** No result will come. */
  | "fail"
  /** The request left without an answer. */
  | "lose"
  /** The person cancelled it in the queue, or lost their access before it was sent. */
  | "cancel";

/**
 * Every allowed move. Final states never change, with one exception: a late callback or answer can resolve `unknown`.
 */
const moves: Record<GenerationState, Partial<Record<GenerationEvent, GenerationState>>> = {
  queued: { claim: "starting", cancel: "cancelled", fail: "failed" },
  starting: { requeue: "queued", send: "running", fail: "failed", cancel: "cancelled" },
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

/** The state after the event; null for an event that must be ignored. Pure. */
export function transition(state: GenerationState, event: GenerationEvent): GenerationState | null {
  return moves[state][event] ?? null;
}

/** The states in which an event is allowed; for compare-and-set updates. */
export function statesBefore(event: GenerationEvent): GenerationState[] {
  return (Object.keys(moves) as GenerationState[]).filter((state) => moves[state][event] !== undefined);
}
