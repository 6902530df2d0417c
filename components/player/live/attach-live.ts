import type { LiveSource, LiveSourceEvents } from "../player-state";
import type { Track } from "../track";
import type { FoundMediaSource } from "./attach-media-source";

/** Prefers the managed kind; null in a browser without either. */
function findMediaSource(): FoundMediaSource | null {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: typeof MediaSource };
  if (ManagedMediaSource) return { constructor: ManagedMediaSource, managed: true };
  return typeof MediaSource === "undefined" ? null : { constructor: MediaSource, managed: false };
}

/** Whether this browser takes a stream of that type piece by piece. Firefox, for example, takes no MP3. */
export function canFeed(mimeType: string): boolean {
  return findMediaSource()?.constructor.isTypeSupported(mimeType) ?? false;
}

/** Plays a stream in an audio element: fed piece by piece where the browser supports it, else from its URL. */
export function attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource {
  const found = findMediaSource();
  return found?.constructor.isTypeSupported(track.mimeType)
    ? attachLazily(found, audio, track, events)
    : attachAddress(audio, track, events);
}

/** Fetches the code that feeds the element with the first stream. */
function attachLazily(
  found: FoundMediaSource,
  audio: HTMLAudioElement,
  track: Track,
  events: LiveSourceEvents,
): LiveSource {
  let attached: LiveSource | null = null;
  let detached = false;
  import("./attach-media-source").then(
    ({ attachMediaSource }) => {
      if (detached) return;
      attached = attachMediaSource(found, audio, track, events);
      events.onAttached();
    },
    // The studio does not deliver its script.
    () => events.onProblem("unreachable"),
  );
  return {
    get availableSeconds() {
      return attached?.availableSeconds ?? 0;
    },
    covers: (seconds) => attached?.covers(seconds) ?? true,
    detach() {
      detached = true;
      attached?.detach();
    },
  };
}

function attachAddress(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource {
  const controller = new AbortController();
  audio.addEventListener("progress", events.onGrown, { signal: controller.signal });
  audio.src = track.url;
  return {
    get availableSeconds() {
      const { buffered } = audio;
      return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    },
    // The browser limits seeking to what it has.
    covers: () => true,
    detach: () => controller.abort(),
  };
}
