/**
 * One thing that can go wrong with a request to the service. Words are the English default;
 * a translation keys on the code.
 */
export interface ServiceErrorEntry {
  /** Status for an HTTP interface that hands this error on. */
  httpStatus: number;
  /** `nothing`: it is proven that the service made and counted nothing. `unknown`: it may have. */
  made: "nothing" | "unknown";
  /**
   * `refused`: the service, or the way to it, said a final no, so no result will come of this request.
   * `unknown`: what became of the request is not known.
   */
  outcome: "refused" | "unknown";
  /** Whether the same request may be sent again by itself. Only ever `after-wait` where nothing was made. */
  retry: "never" | "after-wait";
  /** What happened, one sentence. */
  title: string;
  /** What it means, where the title does not say it all. */
  message: string;
  /** What a person can do. */
  action: string;
}

type Words = Pick<ServiceErrorEntry, "title" | "message" | "action">;

/** A final no that made nothing and that the same request would meet again. */
export function refusedForGood(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "nothing", outcome: "refused", retry: "never", ...words };
}

/** A no that made nothing and that passes by waiting. */
export function refusedForNow(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "nothing", outcome: "refused", retry: "after-wait", ...words };
}

/** Nobody can say whether the service made, and counted, something. */
export function leftUnknown(httpStatus: number, words: Words): ServiceErrorEntry {
  return { httpStatus, made: "unknown", outcome: "unknown", retry: "never", ...words };
}

export const MAY_BE_BILLED_AGAIN = "You can retry, but it may be billed again.";
