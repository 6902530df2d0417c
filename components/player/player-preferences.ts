import type { PlayerPreferences } from "./player-ports";

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
