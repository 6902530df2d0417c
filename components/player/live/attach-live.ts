import type { LiveSource, LiveSourceEvents } from "../player-state";
import type { Track } from "../track";

/** How this browser takes audio piece by piece. */
export interface FoundMediaSource {
  constructor: typeof MediaSource;
  /** Safari on a phone has a ManagedMediaSource, which says when it wants data (W3C Media Source Extensions 2). */
  managed: boolean;
}

/** The managed kind where there is one; null in a browser without either. */
function findMediaSource(): FoundMediaSource | null {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: typeof MediaSource };
  if (ManagedMediaSource) return { constructor: ManagedMediaSource, managed: true };
  return typeof MediaSource === "undefined" ? null : { constructor: MediaSource, managed: false };
}

/** Whether this browser takes a stream of that type piece by piece; Firefox for example takes no MP3. */
export function canFeed(mimeType: string): boolean {
  return findMediaSource()?.constructor.isTypeSupported(mimeType) ?? false;
}

/** Lets an audio element play a sound in the making: fed piece by piece where the browser can, else from the address itself. */
export function attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource {
  const found = findMediaSource();
  return found?.constructor.isTypeSupported(track.mimeType)
    ? attachLazily(found, audio, track, events)
    : attachAddress(audio, track, events);
}

/** The feeding is fetched with the first stream; until then there is nothing to hear. */
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
    // The studio does not deliver its own script.
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
    // The browser itself stops at what it has.
    covers: () => true,
    detach: () => controller.abort(),
  };
}
