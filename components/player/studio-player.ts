import { diagnosePlayback } from "./diagnose-playback";
import { attachLive } from "./live/attach-live";
import { Player } from "./player";
import { readPlayerPreferences, writePlayerPreferences } from "./player-preferences";

/** The player of this tab. Nothing of it touches the browser before the first sound. */
export const studioPlayer = new Player({
  createAudio: () => new Audio(),
  attachLive,
  diagnose: diagnosePlayback,
  readPreferences: readPlayerPreferences,
  writePreferences: writePlayerPreferences,
  requestFrame: (callback) => requestAnimationFrame(callback),
});
