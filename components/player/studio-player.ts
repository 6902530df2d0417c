import { attachLive } from "./live/attach-live";
import { Player } from "./player";
import type { PlayerPreferences, PlaybackProblem } from "./player-state";

/** The player of this tab. Nothing of it touches the browser before the first sound. */
export const studioPlayer = new Player({
  createAudio: () => new Audio(),
  attachLive,
  diagnose: diagnosePlayback,
  readPreferences: readPlayerPreferences,
  writePreferences: writePlayerPreferences,
  requestFrame: (callback) => requestAnimationFrame(callback),
});

const storageKey = "reverie.player";
const loud: PlayerPreferences = { volume: 1, muted: false };

/** How loud this browser was last; as loud as it goes when it does not know. */
export function readPlayerPreferences(): PlayerPreferences {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Partial<PlayerPreferences> | null;
    const volume = Number(kept?.volume);
    return volume >= 0 && volume <= 1 ? { volume, muted: kept?.muted === true } : loud;
  } catch {
    // Storage may be switched off, and its text may be anything.
    return loud;
  }
}

export function writePlayerPreferences(preferences: PlayerPreferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // Full or switched off: it holds for this page.
  }
}

/** Asks for the head of what did not play, since a media element does not tell the HTTP status. */
export async function diagnosePlayback(url: string): Promise<PlaybackProblem | null> {
  let response: Response;
  try {
    response = await fetch(url, { method: "HEAD" });
  } catch {
    return "unreachable";
  }
  if (response.status === 401) return "signed-out";
  if (response.status === 404 || response.status === 410) return "gone";
  return response.ok ? null : "unreachable";
}
