import type { SoundPart } from "./plan-sound";

/** Films have two channels at this rate. */
export const filmSampleRateHz = 48_000;

/** Two channels of equal length. */
export type StereoSound = [left: Float32Array, right: Float32Array];

/** Samples that are mixed at once: 100 ms. */
const blockSamples = filmSampleRateHz / 10;
/** Gains change straight between points of so many samples: 5 ms. */
const gainSamples = filmSampleRateHz / 200;

/** The highest true peak that an export leaves, in dBTP. AAC, MP3 and Opus add some tenths of a decibel to it. */
export const findCeilingDb = (isLossless: boolean) => (isLossless ? -1.05 : -1.5);

interface Mix<Part extends SoundPart> {
  /** How long the film is. */
  seconds: number;
  /** Reads the source of a part from its position on, at its speed, in the rate of films. */
  read: (part: Part) => AsyncIterable<StereoSound>;
}

/**
 * Mixes the parts of a film's sound to its end, block by block: what isn't heard yet or any more isn't open.
 *
 * @param parts by where they begin
 */
export async function* mixSound<Part extends SoundPart>(
  parts: readonly Part[],
  { seconds, read }: Mix<Part>,
): AsyncGenerator<StereoSound> {
  const total = Math.round(seconds * filmSampleRateHz);
  const waiting = [...parts];
  let open: OpenPart[] = [];
  try {
    for (let start = 0; start < total; start += blockSamples) {
      const length = Math.min(blockSamples, total - start);
      while (waiting[0] && toSample(waiting[0].startMs) < start + length) {
        const part = waiting.shift()!;
        open.push(new OpenPart(part, read(part)));
      }
      const block: StereoSound = [new Float32Array(length), new Float32Array(length)];
      for (const part of open) await part.addTo(block, start);
      open = open.filter((part) => !part.isDone);
      yield block;
    }
  } finally {
    for (const part of open) await part.close();
  }
}

const toSample = (ms: number) => Math.round((ms * filmSampleRateHz) / 1_000);

/** A part that is heard. */
class OpenPart {
  readonly #part: SoundPart;
  readonly #sound: AsyncIterator<StereoSound>;
  readonly #start: number;
  readonly #end: number;
  #piece: StereoSound = [new Float32Array(0), new Float32Array(0)];
  #at = 0;
  isDone = false;

  constructor(part: SoundPart, sound: AsyncIterable<StereoSound>) {
    this.#part = part;
    this.#start = toSample(part.startMs);
    this.#end = toSample(part.startMs + part.lengthMs);
    this.#sound = sound[Symbol.asyncIterator]();
  }

  /** Adds what is heard of the part in a block that begins at a sample of the film. */
  async addTo(block: StereoSound, blockStart: number): Promise<void> {
    const length = block[0].length;
    let at = Math.max(0, this.#start - blockStart);
    const end = Math.min(length, this.#end - blockStart);
    while (at < end) {
      if (this.#at >= this.#piece[0].length && !(await this.#readPiece())) break;
      const count = Math.min(end - at, this.#piece[0].length - this.#at);
      this.#mix(block, at, blockStart, count);
      at += count;
      this.#at += count;
    }
    if (this.#end <= blockStart + length) await this.close();
  }

  async close(): Promise<void> {
    this.isDone = true;
    await this.#sound.return?.();
  }

  /** False where the source has ended; the rest of the part is silence. */
  async #readPiece(): Promise<boolean> {
    const next = await this.#sound.next();
    if (next.done) {
      this.isDone = true;
      return false;
    }
    this.#piece = next.value;
    this.#at = 0;
    return true;
  }

  #mix(block: StereoSound, at: number, blockStart: number, count: number): void {
    const gainAt = (sample: number) =>
      this.#part.gainAt(((blockStart + sample) * 1_000) / filmSampleRateHz - this.#part.startMs);
    for (let done = 0; done < count;) {
      const sample = at + done;
      // Points of the gain lie on the same samples whatever the pieces are.
      const next = (Math.floor(sample / gainSamples) + 1) * gainSamples;
      const steps = Math.min(count - done, next - sample);
      const first = gainAt(sample);
      const slope = (gainAt(sample + steps) - first) / steps;
      for (const channel of [0, 1] as const) {
        const into = block[channel];
        const from = this.#piece[channel];
        for (let step = 0; step < steps; step += 1) {
          into[sample + step]! += from[this.#at + done + step]! * (first + slope * step);
        }
      }
      done += steps;
    }
  }
}
