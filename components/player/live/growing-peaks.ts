import { mpegHeaderBytes, readMpegFrame } from "@/lib/media/mpeg-frame";
import type { Peaks } from "../peaks";

/** A bar every 50 ms; 72,000 numbers for an hour. */
const levelsPerSecond = 20;
/** Length of the pieces to decode: short enough for a growing wave, long enough to be cheap. */
const pieceSeconds = 1;

/** Decodes whole MP3 frames into mono samples, -1 to 1. */
export type DecodePiece = (
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<{ samples: Float32Array; sampleRateHz: number }>;

/** Returns the highest level of each of `count` equal parts, 0 to 255. */
export function measureLevels(samples: Float32Array, count: number): number[] {
  return Array.from({ length: count }, (_, part) => {
    const to = Math.floor(((part + 1) * samples.length) / count);
    let highest = 0;
    for (let index = Math.floor((part * samples.length) / count); index < to; index += 1) {
      highest = Math.max(highest, Math.abs(samples[index] ?? 0));
    }
    return Math.min(255, Math.round(highest * 255));
  });
}

/** The waveform of an MP3 stream: decodes its frames piece by piece while the page is idle. */
export class GrowingPeaks {
  readonly #decode: DecodePiece;
  readonly #whenIdle: () => Promise<void>;
  readonly #onGrown: () => void;
  readonly #cutter = new MpegFrameCutter();
  readonly #levels: number[] = [];
  #decodedSeconds = 0;
  #ended = false;
  #working = false;
  #snapshot: Peaks = { levels: [], durationSeconds: 0 };

  constructor(ports: { decode: DecodePiece; whenIdle: () => Promise<void>; onGrown: () => void }) {
    this.#decode = ports.decode;
    this.#whenIdle = ports.whenIdle;
    this.#onGrown = ports.onGrown;
  }

  /** The peaks so far; a new object each time they grow. */
  get peaks(): Peaks {
    return this.#snapshot;
  }

  /** Length of the received audio, decoded or not. */
  get seconds(): number {
    return this.#cutter.seconds;
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
    void this.#work();
  }

  /** The stream has ended: decodes the rest, however short. */
  end(): void {
    this.#ended = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let piece = this.#take(); piece; piece = this.#take()) {
      await this.#whenIdle();
      await this.#measure(piece);
      this.#onGrown();
    }
    this.#working = false;
  }

  #take(): FramePiece | null {
    return this.#cutter.take(this.#ended ? 0 : pieceSeconds);
  }

  async #measure({ bytes, seconds }: FramePiece): Promise<void> {
    this.#decodedSeconds += seconds;
    const count = Math.round(this.#decodedSeconds * levelsPerSecond) - this.#levels.length;
    this.#levels.push(...(await this.#measurePiece(bytes, seconds, count)));
    this.#snapshot = { levels: this.#levels.slice(), durationSeconds: this.#decodedSeconds };
  }

  async #measurePiece(bytes: Uint8Array<ArrayBuffer>, seconds: number, count: number): Promise<number[]> {
    try {
      const { samples, sampleRateHz } = await this.#decode(bytes);
      // The new samples are at the end; the decoder needed those before to start.
      return measureLevels(samples.subarray(-Math.round(seconds * sampleRateHz)), count);
    } catch (error) {
      // A piece that cannot be decoded is drawn as silence. The audio element reports whether it plays.
      if (error instanceof DOMException && error.name === "EncodingError")
        return Array.from({ length: count }, () => 0);
      throw error;
    }
  }
}

/** Consecutive whole frames, ready for a decoder. */
interface FramePiece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Length of the new audio at the end; the frames before only let the decoder start. */
  seconds: number;
}

/** A layer III frame may use bits of earlier frames; this many are decoded again and discarded. */
const prerollFrames = 6;

/**
 * Returns the length of an ID3v2 tag at the start of a file (id3.org, "ID3v2 header"), 0 without a tag, null while too
 * few bytes are there.
 */
function readTagBytes(bytes: Uint8Array): number | null {
  const sign = [0x49, 0x44, 0x33];
  if (bytes.length < 10)
    return sign.slice(0, bytes.length).every((each, at) => bytes[at] === each) ? null : 0;
  if (!sign.every((each, at) => bytes[at] === each)) return 0;
  return 10 + bytes.subarray(6, 10).reduce((size, each) => size * 128 + (each & 0x7f), 0);
}

/**
 * Cuts an MP3 that arrives in pieces of any size into pieces of whole frames that can be decoded separately. Skips
 * bytes that belong to no frame.
 */
export class MpegFrameCutter {
  #pending: Uint8Array<ArrayBuffer> = new Uint8Array();
  #frames: { bytes: Uint8Array<ArrayBuffer>; seconds: number }[] = [];
  #preroll: Uint8Array<ArrayBuffer>[] = [];
  #toSkip: number | null = null;
  #seconds = 0;

  /** Length of all whole frames received, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  push(bytes: Uint8Array): void {
    this.#pending = concatBytes([this.#pending, bytes]);
    if (this.#toSkip === null) {
      this.#toSkip = readTagBytes(this.#pending);
      if (this.#toSkip === null) return;
    }
    const skipped = Math.min(this.#toSkip, this.#pending.length);
    this.#toSkip -= skipped;
    let at = skipped;
    while (at + mpegHeaderBytes <= this.#pending.length) {
      const frame = readMpegFrame(this.#pending, at);
      if (frame?.layer !== 3) {
        at += 1;
        continue;
      }
      if (at + frame.bytes > this.#pending.length) break;
      const { seconds } = frame;
      this.#frames.push({ bytes: this.#pending.slice(at, at + frame.bytes), seconds });
      this.#seconds += seconds;
      at += frame.bytes;
    }
    this.#pending = this.#pending.slice(at);
  }

  /** Returns the frames received since the last piece if they are at least that long; else null. */
  take(minimumSeconds: number): FramePiece | null {
    const seconds = this.#frames.reduce((sum, frame) => sum + frame.seconds, 0);
    if (this.#frames.length === 0 || seconds < minimumSeconds) return null;
    const frames = this.#frames.map(({ bytes }) => bytes);
    const bytes = concatBytes([...this.#preroll, ...frames]);
    this.#preroll = [...this.#preroll, ...frames].slice(-prerollFrames);
    this.#frames = [];
    return { bytes, seconds };
  }
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
