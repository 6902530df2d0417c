import { filmSampleRateHz } from "@/lib/films/mix-sound";
import type { MediaFiles } from "../media-files";
import { LevelMeter } from "./level-meter";
import type { HeardPart } from "./list-heard-parts";
import { createPlayer, type PartPlayer } from "./part-player";

/** How long before it is heard a sound is opened. */
const openAheadSeconds = 2;
/** How far ahead gains are laid down, and how often. */
const gainAheadSeconds = 1;
const planEveryMs = 200;
/** From the press to the first sample, so that the first blocks are there. */
const leadSeconds = 0.06;
/** How long a browser may take to start its sound before the film plays without. */
const resumeLimitMs = 1_000;

/**
 * The sound of a film, and the clock of its playback. It plays parts as the export mixes them; what is open and decoded is what is heard
 * within seconds.
 */
export class FilmSound {
  readonly context: AudioContext;
  readonly meter: LevelMeter;
  readonly #files: MediaFiles;
  readonly #mix: GainNode;
  readonly #volume: GainNode;
  #parts: readonly HeardPart[] = [];
  readonly #players = new Map<string, PartPlayer>();
  /** The context's time at which the film's time 0 would be heard; null while it stands. */
  #zero: number | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Without sound, the film goes by the page's clock. */
  #silentZeroMs: number | null = null;

  constructor(files: MediaFiles) {
    this.#files = files;
    this.context = new AudioContext({ sampleRate: filmSampleRateHz, latencyHint: "interactive" });
    this.#mix = this.context.createGain();
    this.#volume = this.context.createGain();
    this.meter = new LevelMeter(this.context, this.#mix);
    this.#mix.connect(this.#volume).connect(this.context.destination);
  }

  setVolume(volume: number): void {
    this.#volume.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
  }

  /** What is heard; what sounds already and hasn't changed goes on. */
  setParts(parts: readonly HeardPart[]): void {
    this.#parts = parts;
    if (this.#zero === null) return;
    const keys = new Map(parts.map((part) => [keyOf(part), part]));
    for (const [key, player] of this.#players) {
      const part = keys.get(key);
      if (part) player.change(part);
      else this.#stopPart(key, player);
    }
    this.#plan();
  }

  /** Where the film is, in seconds; null while it stands. */
  get seconds(): number | null {
    if (this.#silentZeroMs !== null) return (performance.now() - this.#silentZeroMs) / 1_000;
    if (this.#zero === null) return null;
    const { currentTime, outputLatency } = this.context;
    return currentTime - (Number.isFinite(outputLatency) ? outputLatency : 0) - this.#zero;
  }

  /** Starts at a time of the film, in seconds. */
  async play(from: number): Promise<void> {
    this.stop();
    if (!(await this.#resume())) {
      this.#silentZeroMs = performance.now() - from * 1_000;
      return;
    }
    const zero = this.context.currentTime + leadSeconds - from;
    // On a sample, so that nothing is heard between two.
    this.#zero = Math.round(zero * filmSampleRateHz) / filmSampleRateHz;
    this.#plan();
    this.#timer = setInterval(() => this.#plan(), planEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#zero = null;
    this.#silentZeroMs = null;
    for (const [key, player] of this.#players) this.#stopPart(key, player);
  }

  async close(): Promise<void> {
    this.stop();
    await this.context.close();
  }

  async #resume(): Promise<boolean> {
    if (this.context.state === "running") return true;
    const late = new Promise<void>((resolve) => setTimeout(resolve, resumeLimitMs));
    await Promise.race([this.context.resume(), late]);
    // Narrowed by the comparison above, though it has changed.
    return (this.context.state as AudioContextState) === "running";
  }

  #plan(): void {
    if (this.#zero === null) return;
    const now = this.context.currentTime - this.#zero;
    for (const part of this.#parts) {
      const start = part.startMs / 1_000;
      const end = start + part.lengthMs / 1_000;
      if (start > now + openAheadSeconds) break;
      const key = keyOf(part);
      if (end <= now || this.#players.has(key)) continue;
      const port = { context: this.context, output: this.#mix, files: this.#files, zero: this.#zero };
      this.#players.set(key, createPlayer(part, port));
    }
    for (const [key, player] of this.#players) {
      if (player.endSeconds <= now) this.#stopPart(key, player);
      else player.layGains(now, now + gainAheadSeconds);
    }
  }

  #stopPart(key: string, player: PartPlayer): void {
    player.stop();
    this.#players.delete(key);
  }
}

/** What decides which samples are heard when; the gain may change meanwhile. */
const keyOf = ({ address, startMs, lengthMs, from, speed, of }: HeardPart) =>
  JSON.stringify([address, startMs, lengthMs, from, speed, of]);
