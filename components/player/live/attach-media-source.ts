import type { LiveSource, LiveSourceEvents } from "../player-state";
import type { Track } from "../track";
import { holdLiveSound } from "./live-sound";

/** How this browser takes audio piece by piece. */
export interface FoundMediaSource {
  constructor: typeof MediaSource;
  /** Safari on iPhone has a ManagedMediaSource, which says when it wants data (W3C Media Source Extensions 2). */
  managed: boolean;
}

/** Played audio that is kept when the browser's buffer is full. */
const keptBehindSeconds = 30;

/**
 * Feeds an audio element with a stream through a MediaSource: what has arrived can be seeked in, and a broken
 * connection is not heard.
 */
export function attachMediaSource(
  found: FoundMediaSource,
  audio: HTMLAudioElement,
  track: Track,
  events: LiveSourceEvents,
): LiveSource {
  const { sound, release } = holdLiveSound(track.id, track.url);
  const controller = new AbortController();
  const { signal } = controller;
  const source = new found.constructor();
  let sourceBuffer: SourceBuffer | null = null;
  let nextChunk = 0;
  /** A managed source says when it wants more. */
  let wantsData = !found.managed;

  function pump(): void {
    if (signal.aborted || !sourceBuffer || sourceBuffer.updating || source.readyState !== "open") return;
    const chunk = sound.chunks[nextChunk];
    if (chunk) {
      if (wantsData) append(sourceBuffer, chunk);
      return;
    }
    const { state, problem } = sound.getSnapshot();
    if (state === "open") return;
    source.endOfStream();
    unsubscribe();
    if (problem) events.onProblem(problem);
    events.onComplete();
  }

  function append(buffer: SourceBuffer, chunk: Uint8Array<ArrayBuffer>): void {
    try {
      buffer.appendBuffer(chunk);
      nextChunk += 1;
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      const { buffered } = buffer;
      const keepFrom = audio.currentTime - keptBehindSeconds;
      // Nothing can be removed yet; continues when more has been played.
      if (buffered.length > 0 && buffered.start(0) < keepFrom) buffer.remove(0, keepFrom);
      else audio.addEventListener("timeupdate", pump, { once: true, signal });
    }
  }

  const unsubscribe = sound.subscribe(pump);
  source.addEventListener(
    "sourceopen",
    () => {
      URL.revokeObjectURL(address);
      sourceBuffer = source.addSourceBuffer(track.mimeType);
      sourceBuffer.addEventListener(
        "updateend",
        () => {
          events.onGrown();
          pump();
        },
        { signal },
      );
      pump();
    },
    { once: true, signal },
  );
  if (found.managed) {
    source.addEventListener(
      "startstreaming",
      () => {
        wantsData = true;
        pump();
      },
      { signal },
    );
    source.addEventListener("endstreaming", () => (wantsData = false), { signal });
    // A managed source plays only with remote playback disabled.
    audio.disableRemotePlayback = true;
  }
  const address = URL.createObjectURL(source);
  audio.src = address;

  return {
    get availableSeconds() {
      const buffered = sourceBuffer?.buffered;
      return buffered && buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    },
    covers(seconds) {
      const buffered = sourceBuffer?.buffered;
      return !buffered || buffered.length === 0 || seconds >= buffered.start(0);
    },
    detach() {
      controller.abort();
      unsubscribe();
      release();
      URL.revokeObjectURL(address);
    },
  };
}
