import { createHash, type Hash } from "node:crypto";
import { AnswerFault } from "../json/parse-json.server.ts";

/**
 * What the last frame contained (unshown.md Synchronous speech "stream"). `match`: exactly the audio so far,
 * repeated. `absent`: no repetition. `differs`: something else.
 */
export type RepeatCheck = "match" | "absent" | "differs";

/** data.status of a stream's last frame. */
const LAST_FRAME_STATUS = 2;
/** How much of the beginning is kept to recognise a repetition. */
const PREFIX_BYTES = 64 * 1024;
/** The most that one frame may buffer before its status is known. */
const DEFAULT_MAX_HELD_BYTES = 32 * 1024 * 1024;

/** A frame while it arrives. */
interface Frame {
  /** The first audio can't be a repetition, so it is emitted at once. */
  isFirst: boolean;
  byteCount: number;
  hash: Hash;
  /** Whether it differs from the beginning of the audio so far. */
  hasDiverged: boolean;
  /** Whether it begins with all of the audio so far. */
  repeatsAll: boolean;
  held: Buffer[];
  heldBytes: number;
}

/**
 * Assembles streamed audio without ever emitting the repetition.
 *
 * A frame's status may follow its audio, so a frame that begins like the audio so far is held until its status
 * is known. Bytes that match the kept beginning need no memory; only the bytes of a differing frame are
 * buffered.
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

  /** SHA-256 (hex) of the emitted audio. */
  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Adds bytes of the current frame; returns what can be emitted at once. */
  push(bytes: Buffer): Buffer[] {
    const frame = this.#frame;
    if (frame.isFirst) {
      frame.byteCount += bytes.length;
      return this.#emit([bytes]);
    }
    if (!frame.hasDiverged) this.#compare(bytes);
    else this.#hold(bytes);
    return [];
  }

  /** Ends the frame; returns what can be emitted now. `status` is null where the frame has none. */
  endFrame(status: number | null): Buffer[] {
    const frame = this.#frame;
    const isLast = status === LAST_FRAME_STATUS;
    if (isLast) this.isComplete = true;
    const emitted = frame.isFirst || frame.byteCount === 0 ? [] : this.#emit(this.#resolve(frame, isLast));
    this.#frame = newFrame(this.byteCount === 0);
    return emitted;
  }

  #resolve(frame: Frame, isLast: boolean): Buffer[] {
    if (!isLast) return this.#toNewPiece(frame);
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

  #toNewPiece(frame: Frame): Buffer[] {
    const piece = this.#recover(frame);
    if (piece !== null) return piece;
    throw new AnswerFault("answer.repeat-unclear", "a frame of status 1 began like the whole");
  }

  /** All bytes of a frame; null where it matched beyond the kept beginning. */
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

  /** Adds bytes of a frame that has matched the audio so far. */
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
    // It is longer than the audio so far: the rest is new if everything before it matches.
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
        `a frame holds more than ${this.#maxHeldBytes} bytes of new audio`,
      );
    }
    frame.held.push(bytes);
  }

  #emit(pieces: Buffer[]): Buffer[] {
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
