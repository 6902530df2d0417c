import { filmSampleRateHz } from "@/lib/films/mix-sound";
import { delay } from "../delay";
import type { MediaFiles } from "../media-files";
import type { HeardPart } from "./list-heard-parts";
import { readSound, type StereoBlock } from "./sound-reader";

/** Where a part is played. */
export interface PartPort {
  context: AudioContext;
  output: AudioNode;
  files: MediaFiles;
  /** The context's time of the film's time 0, on a sample. */
  zero: number;
}

/** A part of the film's sound that is heard or about to be. Times are those of the film. */
export interface PartPlayer {
  readonly endSeconds: number;
  /** Lays down the gain between two times. */
  layGains(from: number, to: number): void;
  /** Takes over another gain. */
  change(part: HeardPart): void;
  stop(): void;
}

/** Gains change straight between points of this distance. */
const gainStepSeconds = 0.01;
/** Samples of a block: long enough that few are scheduled. */
const blockSamples = 0.4 * filmSampleRateHz;
/** How far ahead of what is heard blocks are decoded: at first, less, since all parts and pictures begin in the same moment. */
const decodeAheadSeconds = { atFirst: 0.5, atMost: 1.5 };
const waitMs = 100;
/** What comes later than it should is cut by as much, and not heard in the past. */
const fadeOutSeconds = 0.008;

export function createPlayer(part: HeardPart, port: PartPort): PartPlayer {
  return typeof AudioDecoder === "undefined" ? new ElementPlayer(part, port) : new BlockPlayer(part, port);
}

/** The gain of a part, laid down piece by piece. */
class PartGain {
  readonly node: GainNode;
  readonly #zero: number;
  #part: HeardPart;
  /** The step until which it is laid down. */
  #laid = -Infinity;

  constructor(part: HeardPart, { context, output, zero }: PartPort) {
    this.#part = part;
    this.#zero = zero;
    this.node = context.createGain();
    this.node.gain.value = this.#gainAt(0);
    this.node.connect(output);
  }

  change(part: HeardPart, now: number): void {
    this.#part = part;
    this.node.gain.cancelScheduledValues(this.#zero + now);
    this.#laid = -Infinity;
  }

  lay(from: number, to: number): void {
    const { gain } = this.node;
    let step = Math.floor(from / gainStepSeconds);
    if (this.#laid < step) {
      gain.setValueAtTime(this.#gainAt(step), this.#zero + step * gainStepSeconds);
    } else step = this.#laid;
    const last = Math.ceil(to / gainStepSeconds);
    for (step += 1; step <= last; step += 1) {
      const value = this.#gainAt(step);
      const bend = this.#gainAt(step - 1) + this.#gainAt(step + 1) - 2 * value;
      // A corner of the line, or the end of what is laid down.
      if (Math.abs(bend) < 1e-6 && step < last) continue;
      gain.linearRampToValueAtTime(value, this.#zero + step * gainStepSeconds);
    }
    this.#laid = Math.max(this.#laid, last);
  }

  close(context: AudioContext): void {
    const { gain } = this.node;
    const now = context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(0, now, fadeOutSeconds / 3);
    setTimeout(() => this.node.disconnect(), 100);
  }

  /** At both ends, the samples are cut off by themselves. */
  #gainAt(step: number): number {
    const ms = step * gainStepSeconds * 1_000 - this.#part.startMs;
    return this.#part.gainAt(Math.max(0, Math.min(this.#part.lengthMs, ms)));
  }
}

/** Plays blocks that are decoded shortly before, each at its sample. */
class BlockPlayer implements PartPlayer {
  readonly endSeconds: number;
  readonly #port: PartPort;
  readonly #gain: PartGain;
  readonly #controller = new AbortController();
  readonly #nodes = new Set<AudioBufferSourceNode>();

  constructor(part: HeardPart, port: PartPort) {
    this.#port = port;
    this.endSeconds = (part.startMs + part.lengthMs) / 1_000;
    this.#gain = new PartGain(part, port);
    void this.#play(part);
  }

  layGains(from: number, to: number): void {
    this.#gain.lay(from, to);
  }

  change(part: HeardPart): void {
    this.#gain.change(part, this.#now);
  }

  stop(): void {
    this.#controller.abort();
    this.#gain.close(this.#port.context);
    for (const node of this.#nodes) node.stop(this.#port.context.currentTime + fadeOutSeconds * 2);
  }

  get #now(): number {
    return this.#port.context.currentTime - this.#port.zero;
  }

  async #play(part: HeardPart): Promise<void> {
    const { signal } = this.#controller;
    const start = part.startMs / 1_000;
    const begunAt = this.#now;
    const skipped = Math.max(0, begunAt - start);
    const startSample = Math.round((start + skipped) * filmSampleRateHz);
    const endSample = Math.round(this.endSeconds * filmSampleRateHz);
    const from = part.from + skipped * part.speed;
    let at = startSample;
    const findAheadSeconds = () =>
      Math.min(decodeAheadSeconds.atMost, decodeAheadSeconds.atFirst + this.#now - begunAt);
    try {
      const blocks = readSound(this.#port.files, part.address, { from, speed: part.speed, signal });
      for await (const block of joinBlocks(blocks, blockSamples)) {
        if (signal.aborted) return;
        const length = Math.min(block[0].length, endSample - at);
        if (length > 0) this.#schedule(block, at, length);
        at += block[0].length;
        if (at >= endSample) return;
        while (at / filmSampleRateHz - this.#now > findAheadSeconds() && !signal.aborted) await delay(waitMs);
      }
    } catch {
      // The rest of a sound that can't be read is silence; the shot's slate or the inspector say what is wrong with a file.
      this.#port.files.forget(part.address);
    }
  }

  #schedule([left, right]: StereoBlock, at: number, length: number): void {
    const { context, zero } = this.#port;
    const late = Math.max(0, Math.ceil((this.#now + 0.005) * filmSampleRateHz) - at);
    if (late >= length) return;
    const buffer = context.createBuffer(2, length - late, filmSampleRateHz);
    buffer.copyToChannel(left.subarray(late, length), 0);
    buffer.copyToChannel(right.subarray(late, length), 1);
    const node = context.createBufferSource();
    node.buffer = buffer;
    node.connect(this.#gain.node);
    node.addEventListener("ended", () => {
      node.disconnect();
      this.#nodes.delete(node);
    });
    this.#nodes.add(node);
    node.start(zero + (at + late) / filmSampleRateHz);
  }
}

/** Joins blocks to longer ones; the first comes soon. */
async function* joinBlocks(blocks: AsyncIterable<StereoBlock>, samples: number): AsyncGenerator<StereoBlock> {
  let kept: StereoBlock[] = [];
  let length = 0;
  let wanted = samples / 4;
  for await (const block of blocks) {
    kept.push(block);
    length += block[0].length;
    if (length < wanted) continue;
    yield concatenate(kept, length);
    [kept, length, wanted] = [[], 0, samples];
  }
  if (length > 0) yield concatenate(kept, length);
}

function concatenate(blocks: readonly StereoBlock[], length: number): StereoBlock {
  const joined: StereoBlock = [new Float32Array(length), new Float32Array(length)];
  let at = 0;
  for (const [left, right] of blocks) {
    joined[0].set(left, at);
    joined[1].set(right, at);
    at += left.length;
  }
  return joined;
}

/** How far a media element may be from its time before it is moved. */
const driftSeconds = 0.06;

/** Plays by a media element, in browsers without a decoder for scripts; in step within some hundredths of a second. */
class ElementPlayer implements PartPlayer {
  readonly endSeconds: number;
  readonly #port: PartPort;
  readonly #gain: PartGain;
  readonly #audio: HTMLAudioElement;
  #part: HeardPart;

  constructor(part: HeardPart, port: PartPort) {
    this.#part = part;
    this.#port = port;
    this.endSeconds = (part.startMs + part.lengthMs) / 1_000;
    this.#gain = new PartGain(part, port);
    this.#audio = new Audio(part.address);
    this.#audio.preload = "auto";
    port.context.createMediaElementSource(this.#audio).connect(this.#gain.node);
  }

  layGains(from: number, to: number): void {
    this.#gain.lay(from, to);
    const seconds = from - this.#part.startMs / 1_000;
    if (seconds < 0) return;
    const wanted = this.#part.from + seconds * this.#part.speed;
    if (Math.abs(this.#audio.currentTime - wanted) > driftSeconds) this.#audio.currentTime = wanted;
    if (!this.#audio.paused) return;
    // Faster is higher, as in the film.
    this.#audio.preservesPitch = false;
    this.#audio.playbackRate = this.#part.speed;
    void this.#audio.play().catch(() => undefined);
  }

  change(part: HeardPart): void {
    this.#part = part;
    this.#gain.change(part, this.#port.context.currentTime - this.#port.zero);
  }

  stop(): void {
    this.#gain.close(this.#port.context);
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }
}
