/** One kind of failure. The texts are the English default; translations use the code as key. */
export interface ServiceErrorEntry {
  /** HTTP status for an API that passes this error on. */
  httpStatus: number;
  /** `nothing`: the service provably generated and billed nothing. `unknown`: it may have. */
  made: "nothing" | "unknown";
  /** `refused`: the request finally failed and will have no result. `unknown`: it may still have one. */
  outcome: "refused" | "unknown";
  /** Whether the request may be retried automatically. `after-wait` only where nothing was generated. */
  retry: "never" | "after-wait";
  /** What happened, in one sentence. */
  title: string;
  /** What it means, where the title doesn't say it. */
  message: string;
  /** What a person can do. */
  action: string;
}

type Words = Pick<ServiceErrorEntry, "title" | "message" | "action">;

/** A final rejection: nothing was generated, and retrying won't help. */
export function rejectedForGood(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "nothing", outcome: "refused", retry: "never", ...words };
}

/** A temporary rejection: nothing was generated, and waiting helps. */
export function rejectedForNow(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "nothing", outcome: "refused", retry: "after-wait", ...words };
}

/** The service may have generated and billed something. */
export function leftUnknown(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "unknown", outcome: "unknown", retry: "never", ...words };
}

export const MAY_BE_BILLED_AGAIN = "You can retry, but it may be billed again.";
