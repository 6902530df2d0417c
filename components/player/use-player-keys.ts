"use client";

import { useShortcut } from "@/components/ui/use-shortcut";
import { playerShortcuts } from "./player-shortcuts";
import { playbackRates } from "./player-state";
import { studioPlayer } from "./studio-player";

const jumpSeconds = 5;
const pressedBySpace =
  "button, summary, select, input:not([type=range]), [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch]";
const movedByArrows = "select, input, [role=menu], [role=listbox], [role=tablist]";

function changeRate(by: 1 | -1): void {
  const { rate } = studioPlayer.getSnapshot();
  const at = playbackRates.findIndex((each) => each === rate);
  const next = playbackRates[at + by];
  if (next !== undefined) studioPlayer.setRate(next);
}

/** The keys of the player, wherever one is on the page. */
export function usePlayerKeys(enabled: boolean): void {
  const options = { enabled };
  const { playPause, back, forward, previous, next, mute, slower, faster, compare } = playerShortcuts;
  useShortcut(playPause, () => studioPlayer.toggle(), { enabled, exceptOn: pressedBySpace });
  useShortcut(back, () => studioPlayer.seekBy(-jumpSeconds), { enabled, exceptOn: movedByArrows });
  useShortcut(forward, () => studioPlayer.seekBy(jumpSeconds), { enabled, exceptOn: movedByArrows });
  useShortcut(previous, () => studioPlayer.previous(), options);
  useShortcut(next, () => studioPlayer.next(), options);
  useShortcut(mute, () => studioPlayer.setMuted(!studioPlayer.getSnapshot().muted), options);
  useShortcut(slower, () => changeRate(-1), options);
  useShortcut(faster, () => changeRate(1), options);
  useShortcut(compare, () => studioPlayer.switchHeard(), options);
}
