import { whenIdle } from "@/components/ui/when-idle";
import type { Peaks } from "../peaks";
import type { PlaybackProblem } from "../player-state";
import { GrowingPeaks, type DecodePiece } from "./growing-peaks";

interface LiveSoundPorts {
  fetch: typeof fetch;
  decode: DecodePiece;
  whenIdle: () => Promise<void>;
  /** Resolves after that time. */
  delay: (milliseconds: number) => Promise<void>;
}

/** The state of a stream for its waveform and its player. */
export interface LiveSoundSnapshot {
  /** `open`: more may arrive. `broken`: the connection ended early and could not be restored. */
  state: "open" | "complete" | "broken";
  problem: PlaybackProblem | null;
  /** Length of the received audio. */
  seconds: number;
  peaks: Peaks;
}

/** Delays before reconnecting; after the last one the stream counts as broken off. */
const reopenDelaysMs = [500, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * An MP3 stream, fetched once per tab, whoever shows or plays it. Keeps all bytes, so that a late listener starts at
 * the beginning. Reconnects after a break and skips what it already has.
 */
export class LiveSound {
  /** All bytes received, in the pieces in which they arrived. */
  readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #url: string;
  readonly #ports: LiveSoundPorts;
  readonly #peaks: GrowingPeaks;
  readonly #listeners = new Set<() => void>();
  readonly #controller = new AbortController();
  #bytes = 0;
  #snapshot: LiveSoundSnapshot;

  constructor(url: string, ports: LiveSoundPorts) {
    this.#url = url;
    this.#ports = ports;
    this.#peaks = new GrowingPeaks({
      decode: ports.decode,
      whenIdle: ports.whenIdle,
      onGrown: () => this.#publish({ peaks: this.#peaks.peaks }),
    });
    this.#snapshot = { state: "open", problem: null, seconds: 0, peaks: this.#peaks.peaks };
  }

  readonly getSnapshot = (): LiveSoundSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Fetches until the stream is complete, the studio refuses it, or the connection stays broken. */
  async open(): Promise<void> {
    for (const delayMs of [...reopenDelaysMs, null]) {
      const outcome = await this.#receive();
      if (this.#controller.signal.aborted) return;
      if (outcome !== "interrupted") {
        this.#peaks.end();
        this.#publish(outcome === "complete" ? { state: "complete" } : { state: "broken", problem: outcome });
        return;
      }
      if (delayMs === null) break;
      await this.#ports.delay(delayMs);
      if (this.#controller.signal.aborted) return;
    }
    this.#peaks.end();
    this.#publish({ state: "broken", problem: this.#bytes > 0 ? "broke-off" : "unreachable" });
  }

  close(): void {
    this.#controller.abort();
    this.#listeners.clear();
  }

  async #receive(): Promise<"complete" | "interrupted" | PlaybackProblem> {
    const { signal } = this.#controller;
    let skipBytes = this.#bytes;
    try {
      const response = await this.#ports.fetch(this.#url, { signal, cache: "no-store" });
      if (response.status === 401) return "signed-out";
      if (response.status === 404 || response.status === 410) return "gone";
      if (!response.ok || !response.body) return "interrupted";
      const reader = response.body.getReader();
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        if (!value) continue;
        const fresh = value.subarray(Math.min(skipBytes, value.length));
        skipBytes -= value.length - fresh.length;
        if (fresh.length > 0) this.#append(fresh.slice());
      }
      return "complete";
    } catch (error) {
      // A failed fetch and a body that ends early throw a TypeError, an aborted one an AbortError.
      if (signal.aborted || error instanceof TypeError) return "interrupted";
      throw error;
    }
  }

  #append(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#peaks.push(chunk);
    this.#publish({ seconds: this.#peaks.seconds });
  }

  #publish(patch: Partial<LiveSoundSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch };
    for (const listener of this.#listeners) listener();
  }
}

interface Held {
  sound: LiveSound;
  holders: number;
}

const held = new Map<string, Held>();

/**
 * A browser opens six connections per HTTP/1.1 host, for all tabs together. Rows that only show streams use at most
 * this many; playback always gets one.
 */
const shownAtOnce = 2;

/** Low enough to decode quickly, high enough for accurate peaks. */
const decodeRateHz = 22_050;
let context: OfflineAudioContext | undefined;

async function decode(bytes: Uint8Array<ArrayBuffer>) {
  context ??= new OfflineAudioContext(1, 1, decodeRateHz);
  const audio = await context.decodeAudioData(bytes.buffer);
  return { samples: audio.getChannelData(0), sampleRateHz: audio.sampleRate };
}

/** Returns this tab's only stream of a track. It closes when the last holder releases it. */
export function holdLiveSound(id: string, url: string): { sound: LiveSound; release: () => void } {
  let entry = held.get(id);
  if (!entry) {
    const sound = new LiveSound(url, {
      fetch: (input, init) => fetch(input, init),
      decode,
      whenIdle: () => new Promise((resolve) => void whenIdle(resolve, 500)),
      delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
    entry = { sound, holders: 0 };
    held.set(id, entry);
    void sound.open();
  }
  const own = entry;
  own.holders += 1;
  let released = false;
  return {
    sound: own.sound,
    release() {
      if (released) return;
      released = true;
      own.holders -= 1;
      if (own.holders > 0) return;
      own.sound.close();
      held.delete(id);
    },
  };
}

/** Whether a row may open a stream just to show it. */
export function mayShowLiveSound(id: string): boolean {
  return held.has(id) || held.size < shownAtOnce;
}
