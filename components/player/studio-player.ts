import { attachLive } from "./live/attach-live";
import { Player } from "./player";
import type { PlaybackProblem } from "./player-state";
import { readPlayerPreferences, writePlayerPreferences } from "./player-preferences";

/** Asks for the head of what did not play, since an audio element does not tell the HTTP status. */
async function diagnose(url: string): Promise<PlaybackProblem | null> {
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

/** The player of this tab. Nothing of it touches the browser before the first sound. */
export const studioPlayer = new Player({
  createAudio: () => new Audio(),
  attachLive,
  diagnose,
  readPreferences: readPlayerPreferences,
  writePreferences: writePlayerPreferences,
  requestFrame: (callback) => requestAnimationFrame(callback),
});
