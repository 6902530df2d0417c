/** Which frame of a video is wanted. Times are in seconds of the video's own clock, as players tell them. */
export type FrameWish =
  /** The first frame; where it is one flat colour, the first of the first two seconds that is not. */
  | { kind: "poster" }
  /** The last one in the order in which they are shown, whatever duration the file announces. */
  | { kind: "last" }
  /** The one that is shown at that time. */
  | { kind: "at"; seconds: number };

/** To the process: its order, once; then the bytes it asked for. */
export type ToFrameProcess =
  { type: "order"; wish: FrameWish; fileBytes: number } | { type: "bytes"; id: number; bytes: Uint8Array };

/**
 * From the process: bytes of the file that it needs, `end` not among them; or how it ended. `undecodable` also where no
 * decoder is installed for this machine.
 */
export type FromFrameProcess =
  | { type: "read"; id: number; start: number; end: number }
  | ({ type: "frame" } & DecodedFrame)
  | { type: "beyond-end"; endSeconds: number }
  | { type: "undecodable"; detail: string };

/** A frame as it is shown: turned upright, with square pixels. */
export interface DecodedFrame {
  /** Lossless. */
  png: Uint8Array;
  /** When it is shown, in seconds. */
  seconds: number;
}

/** The wanted time lies after the end of the video. */
export class BeyondEndError extends Error {
  readonly endSeconds: number;
  constructor(endSeconds: number) {
    super(`The video ends after ${endSeconds} s`);
    this.name = "BeyondEndError";
    this.endSeconds = endSeconds;
  }
}
