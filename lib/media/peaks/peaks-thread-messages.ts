import type { PeaksDto } from "./peaks-dto";

/** To the thread: bytes it asked for, or that there are no more. */
export type ToPeaksThread = { type: "bytes"; bytes: Uint8Array<ArrayBuffer> } | { type: "end" };

/** From the thread: it can take more, or how it ended. */
export type FromPeaksThread =
  { type: "more" } | { type: "done"; peaks: PeaksDto } | { type: "undecodable"; reason: string };
