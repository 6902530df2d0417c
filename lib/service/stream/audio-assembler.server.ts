import { createHash, type Hash } from "node:crypto";
import { AnswerFault } from "../json/parse-json.server.ts";

/**
 * What the last chunk contained (unshown.md Synchronous speech "stream"). `match`: exactly the audio so far,
 * repeated. `absent`: no repetition. `differs`: something else.
 */
export type RepeatCheck = "match" | "absent" | "differs";

/** data.status of a stream's last chunk. */
const LAST_CHUNK_STATUS = 2;
/** How much of the beginning is kept to recognise a repetition. */
const PREFIX_BYTES = 64 * 1024;
/** The most that one chunk may buffer before its status is known. */
const DEFAULT_MAX_HELD_BYTES = 32 * 1024 * 1024;

/** The JSON of one server-sent event while it arrives. */
interface Chunk {
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
 * A chunk's status may follow its audio, so a chunk that begins like the audio so far is held until its status
 * is known. Bytes that match the kept beginning need no memory; only the bytes of a differing chunk are
 * buffered.
 */
export class AudioAssembler {
  readonly #repeatIsExcluded: boolean;
  readonly #maxHeldBytes: number;
  readonly #prefixSpace = Buffer.alloc(PREFIX_BYTES);
  #prefix: Buffer = this.#prefixSpace.subarray(0, 0);
  #hash = createHash("sha256");
  #chunk: Chunk = newChunk(true);
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

  /** Adds bytes of the current chunk; returns what can be emitted at once. */
  push(bytes: Buffer): Buffer[] {
    const chunk = this.#chunk;
    if (chunk.isFirst) {
      chunk.byteCount += bytes.length;
      return this.#emit([bytes]);
    }
    if (!chunk.hasDiverged) this.#compare(bytes);
    else this.#hold(bytes);
    return [];
  }

  /** Ends the chunk; returns what can be emitted now. `status` is null where the chunk has none. */
  endChunk(status: number | null): Buffer[] {
    const chunk = this.#chunk;
    const isLast = status === LAST_CHUNK_STATUS;
    if (isLast) this.isComplete = true;
    const emitted = chunk.isFirst || chunk.byteCount === 0 ? [] : this.#emit(this.#resolve(chunk, isLast));
    this.#chunk = newChunk(this.byteCount === 0);
    return emitted;
  }

  #resolve(chunk: Chunk, isLast: boolean): Buffer[] {
    if (!isLast) return this.#toNewPiece(chunk);
    if (chunk.repeatsAll || this.#isExactRepeat(chunk)) {
      this.repeat = "match";
      return chunk.held;
    }
    const piece = this.#recover(chunk);
    const isShorter = chunk.hasDiverged && chunk.byteCount < this.byteCount;
    if (piece !== null && (this.#repeatIsExcluded || isShorter)) return piece;
    this.repeat = "differs";
    return [];
  }

  #toNewPiece(chunk: Chunk): Buffer[] {
    const piece = this.#recover(chunk);
    if (piece !== null) return piece;
    throw new AnswerFault("answer.repeat-unclear", "a chunk of status 1 began like the whole");
  }

  /** All bytes of a chunk; null where it matched beyond the kept beginning. */
  #recover(chunk: Chunk): Buffer[] | null {
    const agreedBytes = chunk.byteCount - chunk.heldBytes;
    if (agreedBytes > this.#prefix.length) return null;
    return agreedBytes === 0 ? chunk.held : [this.#prefix.subarray(0, agreedBytes), ...chunk.held];
  }

  #isExactRepeat(chunk: Chunk): boolean {
    return !chunk.hasDiverged && chunk.byteCount === this.byteCount && this.#agreesSoFar(chunk);
  }

  #agreesSoFar(chunk: Chunk): boolean {
    return chunk.hash.copy().digest("hex") === this.sha256;
  }

  /** Adds bytes of a chunk that has matched the audio so far. */
  #compare(bytes: Buffer): void {
    const chunk = this.#chunk;
    const from = chunk.byteCount;
    const known = this.#prefix.subarray(from, from + bytes.length);
    if (!bytes.subarray(0, known.length).equals(known)) {
      chunk.hasDiverged = true;
      this.#hold(bytes);
      return;
    }
    const untilEnd = this.byteCount - from;
    const repeated = bytes.subarray(0, Math.max(0, untilEnd));
    chunk.hash.update(repeated);
    chunk.byteCount += repeated.length;
    if (bytes.length <= repeated.length) return;
    // It is longer than the audio so far: the rest is new if everything before it matches.
    chunk.repeatsAll ||= this.#agreesSoFar(chunk);
    if (!chunk.repeatsAll) chunk.hasDiverged = true;
    this.#hold(bytes.subarray(repeated.length));
  }

  #hold(bytes: Buffer): void {
    const chunk = this.#chunk;
    chunk.byteCount += bytes.length;
    chunk.heldBytes += bytes.length;
    if (chunk.heldBytes > this.#maxHeldBytes) {
      throw new AnswerFault(
        "answer.too-large",
        `a chunk holds more than ${this.#maxHeldBytes} bytes of new audio`,
      );
    }
    chunk.held.push(bytes);
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

function newChunk(isFirst: boolean): Chunk {
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
