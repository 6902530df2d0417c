import type { FaultSet } from "../faults.ts";

/** What a push says. */
export type PushStatus = "processing" | "success" | "failed";

/** How the updates of a task reach its callback address: the document promises neither order nor number nor time. */
export interface CallbackManner {
  /** Each update is sent so many times. */
  copies: number;
  /** Each update leaves so many milliseconds after its status became current. */
  lateMs: number;
  /** The end is told first, and that it is being processed after it. */
  isReversed: boolean;
  /** Which updates never leave. */
  loses: "none" | "last" | "all";
  /** `Success` instead of `success`, as in a public sample. */
  isCapitalised: boolean;
  /** Fields that the document does not know. */
  hasMoreFields: boolean;
}

/** A push and the moment from which it may leave, Unix time in milliseconds. */
interface PlannedPush {
  status: PushStatus;
  at: number;
}

/** The manner that the faults of a creation ask for. */
export function chooseManner(faults: FaultSet): CallbackManner {
  return {
    copies: faults.value("callbacks-copied") ?? 1,
    lateMs: faults.value("callbacks-late") ?? 0,
    isReversed: faults.has("callbacks-reversed"),
    loses: faults.has("callbacks-lost") ? "all" : faults.has("last-callback-lost") ? "last" : "none",
    isCapitalised: faults.has("callbacks-capitalised"),
    hasMoreFields: faults.has("callbacks-with-more"),
  };
}

/** The pushes of a task in the order in which they leave. */
export function planPushes(
  manner: CallbackManner,
  moments: { processingAt: number; endsAt: number },
  end: "success" | "failed",
): PlannedPush[] {
  if (manner.loses === "all") return [];
  const endsAt = moments.endsAt + manner.lateMs;
  const processing = { status: "processing", at: moments.processingAt + manner.lateMs } as const;
  if (manner.loses === "last") return [processing];
  const last = { status: end, at: endsAt };
  return manner.isReversed ? [last, { ...processing, at: endsAt }] : [processing, last];
}
