/** Selects a frame of a video. Times are in seconds on the video's clock, as players report them. */
export type FrameSelector =
  /** The first frame; where it is one flat colour, the first of the first two seconds that is not. */
  | { kind: "poster" }
  /** The last frame in presentation order, regardless of the duration in the header. */
  | { kind: "last" }
  /** The frame shown at that time. */
  | { kind: "at"; seconds: number }
  /** Side by side, the frames at the middle of so many equal parts of the video. */
  | { kind: "strip"; frames: number; height: number };

/** To the process: one order, then the bytes it requests. */
export type ToFrameProcess =
  | { type: "order"; selector: FrameSelector; fileBytes: number }
  | { type: "bytes"; id: number; bytes: Uint8Array };

/**
 * From the process: a request for bytes (`end` is exclusive), or the outcome. `undecodable` includes a platform
 * without a decoder.
 */
export type FromFrameProcess =
  | { type: "read"; id: number; start: number; end: number }
  | ({ type: "frame" } & DecodedFrame)
  | { type: "beyond-end"; endSeconds: number }
  | { type: "undecodable"; detail: string };

/** A frame as players show it: upright and with square pixels. */
export interface DecodedFrame {
  /** PNG; of a strip, WebP. */
  picture: Uint8Array;
  /** Presentation time in seconds; of a strip, 0. */
  seconds: number;
}

/** The requested time is after the end of the video. */
export class BeyondEndError extends Error {
  readonly endSeconds: number;
  constructor(endSeconds: number) {
    super(`The video ends after ${endSeconds} s`);
    this.name = "BeyondEndError";
    this.endSeconds = endSeconds;
  }
}
