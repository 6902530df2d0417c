import { createHash, type Hash } from "node:crypto";
import { AnswerFault } from "../json/parse-json.server.ts";

/**
 * What the last frame was (unshown.md Synchronous speech "stream"):
 * `match`: it repeated exactly what had come. `absent`: no repetition came. `differs`: it held something else.
 */
export type RepeatCheck = "match" | "absent" | "differs";

/** data.status of a stream's last frame. */
const LAST_FRAME_STATUS = 2;
/** How much of the beginning is kept, to tell a repetition from a new piece. */
const PREFIX_BYTES = 64 * 1024;
/** The most that one frame may hold back while it is not known what it is. */
const DEFAULT_MAX_HELD_BYTES = 32 * 1024 * 1024;

/** A frame while it comes. */
interface Frame {
  /** The very first sound cannot be a repetition and passes straight through. */
  isFirst: boolean;
  byteCount: number;
  hash: Hash;
  /** Whether it differs from the beginning of what has come. */
  hasDiverged: boolean;
  /** Whether its first bytes, as many as had come before, are those that had come. */
  repeatsAll: boolean;
  held: Buffer[];
  heldBytes: number;
}

/**
 * Puts the pieces of a streamed sound together without ever giving the repetition out as sound.
 *
 * A frame's status may stand behind its audio, so a frame that begins like the whole is not given out before its
 * status is known. Bytes that agree with the kept beginning need no memory; only a frame that differs is held.
 */
export class AudioAssembler {
  readonly #repeatIsExcluded: boolean;
  readonly #maxHeldBytes: number;
  readonly #prefixSpace = Buffer.alloc(PREFIX_BYTES);
  #prefix: Buffer = this.#prefixSpace.subarray(0, 0);
  #hash = createHash("sha256");
  #frame: Frame = newFrame(true);
  byteCount = 0;
  repeat: RepeatCheck = "absent";
  isComplete = false;

  constructor(options: { repeatIsExcluded: boolean; maxHeldBytes?: number }) {
    this.#repeatIsExcluded = options.repeatIsExcluded;
    this.#maxHeldBytes = options.maxHeldBytes ?? DEFAULT_MAX_HELD_BYTES;
  }

  /** SHA-256 (hex) of all that was given out. */
  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Takes bytes of the present frame; what may be given out at once. */
  push(bytes: Buffer): Buffer[] {
    const frame = this.#frame;
    if (frame.isFirst) {
      frame.byteCount += bytes.length;
      return this.#give([bytes]);
    }
    if (!frame.hasDiverged) this.#compare(bytes);
    else this.#hold(bytes);
    return [];
  }

  /** The frame's document is whole; what may be given out now. `status` is null where the frame has none. */
  endFrame(status: number | null): Buffer[] {
    const frame = this.#frame;
    const isLast = status === LAST_FRAME_STATUS;
    if (isLast) this.isComplete = true;
    const given = frame.isFirst || frame.byteCount === 0 ? [] : this.#give(this.#resolve(frame, isLast));
    this.#frame = newFrame(this.byteCount === 0);
    return given;
  }

  #resolve(frame: Frame, isLast: boolean): Buffer[] {
    if (!isLast) return this.#takePiece(frame);
    if (frame.repeatsAll || this.#isExactRepeat(frame)) {
      this.repeat = "match";
      return frame.held;
    }
    const piece = this.#recover(frame);
    const isShorter = frame.hasDiverged && frame.byteCount < this.byteCount;
    if (piece !== null && (this.#repeatIsExcluded || isShorter)) return piece;
    this.repeat = "differs";
    return [];
  }

  #takePiece(frame: Frame): Buffer[] {
    const piece = this.#recover(frame);
    if (piece !== null) return piece;
    throw new AnswerFault("answer.repeat-unclear", "a frame of status 1 began like the whole");
  }

  /** All bytes of a frame; null when it agreed with the whole for longer than the beginning that is kept. */
  #recover(frame: Frame): Buffer[] | null {
    const agreedBytes = frame.byteCount - frame.heldBytes;
    if (agreedBytes > this.#prefix.length) return null;
    return agreedBytes === 0 ? frame.held : [this.#prefix.subarray(0, agreedBytes), ...frame.held];
  }

  #isExactRepeat(frame: Frame): boolean {
    return !frame.hasDiverged && frame.byteCount === this.byteCount && this.#agreesSoFar(frame);
  }

  #agreesSoFar(frame: Frame): boolean {
    return frame.hash.copy().digest("hex") === this.sha256;
  }

  /** Bytes of a frame that so far is the beginning of what has come. */
  #compare(bytes: Buffer): void {
    const frame = this.#frame;
    const from = frame.byteCount;
    const known = this.#prefix.subarray(from, from + bytes.length);
    if (!bytes.subarray(0, known.length).equals(known)) {
      frame.hasDiverged = true;
      this.#hold(bytes);
      return;
    }
    const untilEnd = this.byteCount - from;
    const repeated = bytes.subarray(0, Math.max(0, untilEnd));
    frame.hash.update(repeated);
    frame.byteCount += repeated.length;
    if (bytes.length <= repeated.length) return;
    // It is longer than what had come: the rest is new, if all before it is the same.
    frame.repeatsAll ||= this.#agreesSoFar(frame);
    if (!frame.repeatsAll) frame.hasDiverged = true;
    this.#hold(bytes.subarray(repeated.length));
  }

  #hold(bytes: Buffer): void {
    const frame = this.#frame;
    frame.byteCount += bytes.length;
    frame.heldBytes += bytes.length;
    if (frame.heldBytes > this.#maxHeldBytes) {
      throw new AnswerFault(
        "answer.too-large",
        `a frame holds more than ${this.#maxHeldBytes} bytes of new sound`,
      );
    }
    frame.held.push(bytes);
  }

  #give(pieces: Buffer[]): Buffer[] {
    for (const piece of pieces) {
      this.#hash.update(piece);
      this.byteCount += piece.length;
      const copied = piece.copy(this.#prefixSpace, this.#prefix.length);
      this.#prefix = this.#prefixSpace.subarray(0, this.#prefix.length + copied);
    }
    return pieces;
  }
}

function newFrame(isFirst: boolean): Frame {
  return {
    isFirst,
    byteCount: 0,
    hash: createHash("sha256"),
    hasDiverged: false,
    repeatsAll: false,
    held: [],
    heldBytes: 0,
  };
}
