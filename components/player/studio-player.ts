import { liveGenerations } from "@/components/queries/live-generations";
import { attachLive } from "./live/attach-live";
import { Player } from "./player";
import { announcePlayer } from "./player-presence";
import type { PlayerPreferences, PlaybackProblem } from "./player-state";

/** The player of this tab. It does not use the browser before the first track. */
export const studioPlayer = new Player({
  createAudio: () => new Audio(),
  attachLive,
  diagnose: diagnosePlayback,
  readPreferences: readPlayerPreferences,
  writePreferences: writePlayerPreferences,
  requestFrame: (callback) => requestAnimationFrame(callback),
});

// Changes of its tracks: a stored stream, a partial take. For as long as the tab lives, like the player.
liveGenerations.subscribe((generation) => studioPlayer.updateGeneration(generation));
announcePlayer();

/** Calls back when the state of the player changes, and on every change of the position. */
export function subscribeToPlayback(listener: () => void): () => void {
  const unsubscribe = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
  return () => unsubscribe.forEach((each) => each());
}

const storageKey = "reverie.player";
const fullVolume: PlayerPreferences = { volume: 1, muted: false };

/** Reads the remembered volume; full volume without one. */
export function readPlayerPreferences(): PlayerPreferences {
  try {
    const stored = JSON.parse(
      localStorage.getItem(storageKey) ?? "null",
    ) as Partial<PlayerPreferences> | null;
    const volume = Number(stored?.volume);
    return volume >= 0 && volume <= 1 ? { volume, muted: stored?.muted === true } : fullVolume;
  } catch {
    // Storage may be disabled, and its text may be invalid.
    return fullVolume;
  }
}

export function writePlayerPreferences(preferences: PlayerPreferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // Storage is full or disabled: applies to this page only.
  }
}

/** Asks for the headers of what did not play, since media elements do not report the HTTP status. */
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
