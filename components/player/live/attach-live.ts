import type { LiveSource, LiveSourceEvents } from "../player-ports";
import type { Track } from "../track";
import { findMediaSource } from "./managed-media-source";

/** Whether this browser takes a stream of that type piece by piece; Firefox for example takes no MP3. */
export function canFeed(mimeType: string): boolean {
  return findMediaSource()?.constructor.isTypeSupported(mimeType) ?? false;
}

/** Lets an audio element play a sound in the making: fed piece by piece where the browser can, else from the address itself. */
export function attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource {
  return canFeed(track.mimeType) ? attachLazily(audio, track, events) : attachAddress(audio, track, events);
}

/** The feeding is fetched with the first stream; until then there is nothing to hear. */
function attachLazily(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource {
  let attached: LiveSource | null = null;
  let detached = false;
  import("./attach-media-source").then(
    ({ attachMediaSource }) => {
      if (detached) return;
      attached = attachMediaSource(audio, track, events);
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
