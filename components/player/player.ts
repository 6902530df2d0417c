import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { AudioDeck } from "./audio-deck";
import {
  keepComparison,
  applyTrackUpdate,
  orderComparison,
  type PlayerPorts,
  isPlaying,
  silentSnapshot,
  type PlaybackState,
  type PlaybackTime,
  type PlayerSnapshot,
} from "./player-state";
import { PlaybackStore } from "./playback-store";
import {
  clearUpcoming,
  currentOf,
  jumpInQueue,
  moveInQueue,
  queueLast,
  queueNext,
  removeFromQueue,
  startQueue,
  stepQueue,
  updateInQueue,
} from "./queue";
import { listTracks } from "./generation-tracks";
import type { Track } from "./track";

/** Later than this, "previous" restarts the track. */
const restartAfterSeconds = 3;

interface PlayOptions {
  /** The tracks before and after it. */
  queue?: readonly Track[];
  /** Where to start; by default, a paused track continues. */
  startSeconds?: number;
}

/**
 * The studio's only player: one audio element, outside React, for the lifetime of the tab. Snapshots contain everything
 * except the position, which has its own listeners, so that its frequent changes re-render only what shows it.
 */
export class Player extends PlaybackStore<PlayerSnapshot> {
  readonly #ports: PlayerPorts;
  #deck: AudioDeck | null = null;
  /** Generations that start playing when their audio arrives, since they were requested in this tab. */
  readonly #awaited = new Set<string>();

  constructor(ports: PlayerPorts) {
    super(silentSnapshot, (callback) => ports.requestFrame(callback));
    this.#ports = ports;
  }

  readonly getTime = (): PlaybackTime => {
    const { current } = this.snapshot;
    if (!current) return { seconds: 0, durationSeconds: 0 };
    return this.#deck?.readTime(current) ?? { seconds: 0, durationSeconds: current.durationSeconds ?? 0 };
  };

  /** Plays a track. The current track continues where it stopped, unless `startSeconds` is given. */
  playTrack(track: Track, { queue, startSeconds }: PlayOptions = {}): void {
    const { current, queue: before } = this.snapshot;
    const known = before.tracks.some(({ id }) => id === track.id);
    const next =
      queue || !known ? startQueue(track, queue) : jumpInQueue(updateInQueue(before, track), track.id);
    const comparison = keepComparison(this.snapshot.comparison, track);
    if (current?.id === track.id) {
      this.set({ queue: next, current: track, comparison });
      if (startSeconds !== undefined) this.seek(startSeconds);
      this.play();
      return;
    }
    this.set({ queue: next, comparison });
    this.#load(track, { startSeconds: startSeconds ?? 0, play: true });
  }

  play(): void {
    const { current, state } = this.snapshot;
    if (!current) return;
    if (state === "failed" || this.#isStreamingStoredFile()) {
      const startSeconds = state === "ended" ? 0 : this.getTime().seconds;
      this.#load(current, { startSeconds, play: true });
    } else {
      this.#deck?.play();
    }
  }

  pause(): void {
    this.#deck?.pause();
  }

  toggle(): void {
    if (isPlaying(this.snapshot.state)) this.pause();
    else this.play();
  }

  /** Seeks in the current track; in a stream, up to what has arrived. */
  seek(seconds: number): void {
    const { current, state } = this.snapshot;
    if (!current) return;
    const { durationSeconds } = this.getTime();
    const wanted = Math.max(0, durationSeconds > 0 ? Math.min(seconds, durationSeconds) : seconds);
    if (this.#isStreamingStoredFile() || !this.#deck?.seek(wanted)) {
      this.#load(current, { startSeconds: wanted, play: isPlaying(state) });
    }
    this.notifyTime();
  }

  seekBy(seconds: number): void {
    this.seek(this.getTime().seconds + seconds);
  }

  next(): void {
    this.#step(1);
  }

  /** Goes to the previous track; after the first seconds, restarts the current one. */
  previous(): void {
    if (this.getTime().seconds > restartAfterSeconds || !stepQueue(this.snapshot.queue, -1)) this.seek(0);
    else this.#step(-1);
  }

  setRate(rate: number): void {
    this.set({ rate });
    this.#deck?.apply(this.snapshot);
  }

  setVolume(volume: number): void {
    this.set({ volume, muted: false });
    this.#savePreferences();
  }

  setMuted(muted: boolean): void {
    this.set({ muted });
    this.#savePreferences();
  }

  /** Inserts a track after the current one, or plays it if nothing is loaded. */
  playNext(track: Track): void {
    if (this.snapshot.current) this.set({ queue: queueNext(this.snapshot.queue, track) });
    else this.playTrack(track);
  }

  /** Appends a track to the queue, or plays it if nothing is loaded. */
  addToQueue(track: Track): void {
    if (this.snapshot.current) this.set({ queue: queueLast(this.snapshot.queue, track) });
    else this.playTrack(track);
  }

  removeFromQueue(id: string): void {
    this.set({ queue: removeFromQueue(this.snapshot.queue, id) });
  }

  moveInQueue(id: string, by: 1 | -1): void {
    this.set({ queue: moveInQueue(this.snapshot.queue, id, by) });
  }

  clearUpcoming(): void {
    this.set({ queue: clearUpcoming(this.snapshot.queue) });
  }

  /** Compares the current track with another, at the same position. The older one is A. */
  compareWith(other: Track): void {
    const { current, queue } = this.snapshot;
    if (!current || current.id === other.id) return;
    this.set({ comparison: orderComparison(current, other), queue: queueNext(queue, other) });
    this.switchCompared();
  }

  /** Switches between A and B at the same position. */
  switchCompared(): void {
    const { current, comparison, queue, state } = this.snapshot;
    if (!current || !comparison) return;
    const other = current.id === comparison.a.id ? comparison.b : comparison.a;
    const { seconds } = this.getTime();
    const play = isPlaying(state) || state === "ended";
    this.set({ queue: jumpInQueue(queue, other.id) });
    this.#load(other, { startSeconds: state === "ended" ? 0 : seconds, play });
  }

  endComparison(): void {
    this.set({ comparison: null });
  }

  /** Stops and clears the queue. */
  close(): void {
    this.#deck?.unload();
    const { rate, volume, muted } = this.snapshot;
    this.set({ ...silentSnapshot, rate, volume, muted });
    this.notifyTime();
  }

  /** Creates the audio element during a press: some browsers then allow it to play later without one. */
  prime(): void {
    this.#openDeck();
  }

  /**
   * Plays a generation requested in this tab as soon as its first bytes arrive. During playback or a comparison, it
   * plays next instead.
   */
  playWhenReady(generationId: string): void {
    this.#awaited.add(generationId);
  }

  /** Takes over an updated generation: a stream that became a file, a partial take, an expected track. */
  updateGeneration(generation: GenerationDto): void {
    const tracks = listTracks(generation);
    for (const track of tracks) this.#updateTrack(track);
    if (!this.#awaited.has(generation.id)) return;
    const [first] = tracks;
    if (first) {
      this.#awaited.delete(generation.id);
      const { state, comparison } = this.snapshot;
      if (comparison || isPlaying(state)) this.playNext(first);
      else this.playTrack(first);
    } else if (generation.finishedAt !== null) {
      this.#awaited.delete(generation.id);
    }
  }

  #updateTrack(track: Track): void {
    const change = applyTrackUpdate(this.snapshot, track);
    if (!change) return;
    this.set(change);
    if (change.current) this.notifyTime();
  }

  /** It plays from the stream although the file is stored: the next load uses the file. */
  #isStreamingStoredFile(): boolean {
    return this.#deck?.isStreaming === true && this.snapshot.current?.live === undefined;
  }

  #step(by: 1 | -1): void {
    const queue = stepQueue(this.snapshot.queue, by);
    const track = queue && currentOf(queue);
    if (!queue || !track) return;
    this.set({ queue, comparison: keepComparison(this.snapshot.comparison, track) });
    this.#load(track, { startSeconds: 0, play: true });
  }

  #load(track: Track, { startSeconds, play }: { startSeconds: number; play: boolean }): void {
    const deck = this.#openDeck();
    this.set({ current: track, state: play ? "loading" : "paused", problem: null });
    deck.load(track, { startSeconds, play, settings: this.snapshot });
    this.notifyTime();
  }

  #openDeck(): AudioDeck {
    if (this.#deck) return this.#deck;
    const { volume, muted } = this.#ports.readPreferences();
    this.set({ volume, muted });
    this.#deck = new AudioDeck(this.#ports.createAudio(), this.#ports, {
      onState: (state) => this.#onState(state),
      onTime: () => this.notifyTime(),
      onEnded: () => this.#onEnded(),
      onProblem: (problem) => this.set(problem === "blocked" ? { problem, state: "paused" } : { problem }),
    });
    return this.#deck;
  }

  #onState(state: PlaybackState): void {
    const { problem } = this.snapshot;
    this.set({ state, problem: state === "playing" && problem === "blocked" ? null : problem });
  }

  #onEnded(): void {
    const { comparison, queue } = this.snapshot;
    // A comparison does not advance to the next track.
    if (!comparison && stepQueue(queue, 1)) this.#step(1);
    else this.set({ state: "ended" });
    this.notifyTime();
  }

  #savePreferences(): void {
    const { volume, muted } = this.snapshot;
    this.#ports.writePreferences({ volume, muted });
    this.#deck?.apply(this.snapshot);
  }
}
