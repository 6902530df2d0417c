import type { Peaks } from "../peaks";
import { MpegFrameCutter, type FramePiece } from "./mpeg-frames";

/** Fine enough for a bar of every 50 ms, and 72,000 numbers for an hour. */
const levelsPerSecond = 20;
/** Sound is decoded in pieces of about this length: short enough that the wave grows, long enough to be cheap. */
const pieceSeconds = 1;

/** Decodes whole MP3 frames into samples of one channel, -1 to 1. */
export type DecodePiece = (
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<{ samples: Float32Array; sampleRateHz: number }>;

/** The highest level of each of `count` equal parts of samples, 0 to 255. */
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

/** The waveform of an MP3 while it comes: frames are decoded here, one piece at a time, whenever the page is idle. */
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

  /** What has been decoded; another object each time it has grown. */
  get peaks(): Peaks {
    return this.#snapshot;
  }

  /** Length of what has come, decoded or not. */
  get seconds(): number {
    return this.#cutter.seconds;
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
    void this.#work();
  }

  /** Nothing more comes: what is left is decoded, however short. */
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
      // What is new stands at the end; before it is what the decoder needed to start.
      return measureLevels(samples.subarray(-Math.round(seconds * sampleRateHz)), count);
    } catch (error) {
      // A piece that cannot be decoded is drawn as silence; whether it plays, the audio element says.
      if (error instanceof DOMException && error.name === "EncodingError")
        return Array.from({ length: count }, () => 0);
      throw error;
    }
  }
}
