/** The MediaSource of Safari on a phone: it says itself when it wants data (W3C Media Source Extensions 2). */
interface Found {
  constructor: typeof MediaSource;
  managed: boolean;
}

/** How this browser can be fed with sound: the managed kind where there is one; null where there is neither. */
export function findMediaSource(): Found | null {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: typeof MediaSource };
  if (ManagedMediaSource) return { constructor: ManagedMediaSource, managed: true };
  return typeof MediaSource === "undefined" ? null : { constructor: MediaSource, managed: false };
}
