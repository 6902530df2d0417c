"use client";

import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { useFilmDesk } from "../../desk/use-desk";
import { needsEveryKey } from "../../timeline/film-keys";
import { usePreviewStore } from "../use-preview";
import { stepCut, stepFrames, togglePlaying } from "./playhead";

/** The keys of the preview, as help lists them with `ShortcutKeys`. */
export const previewKeys = {
  playPause: ["space", "k"],
  frame: [",", "."],
  cut: ["arrowup", "arrowdown"],
  ends: ["home", "end"],
  loop: ["r"],
  mute: ["m"],
  fullScreen: ["f"],
} as const;

/** What moves by keys itself while it has the focus. */
const movedBy = "[role=radiogroup], [role=tablist], [role=slider], input";
const pressedBySpace =
  "button, summary, a, [role=button], [role=switch], [role=checkbox], input:not([type=range])";
const moved = new Set(["ArrowUp", "ArrowDown", "Home", "End"]);

/** Plays and moves by keys, wherever the focus is on the desk, unless it is on something that has the key itself. */
export function usePreviewKeys(toggleFullScreen: (() => void) | null): void {
  const desk = useFilmDesk();
  const store = usePreviewStore();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey || isDialogOpen()) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target && needsEveryKey(target)) return;
    if (event.key === " " && target?.closest(pressedBySpace)) return;
    if (moved.has(event.key) && target?.closest(movedBy)) return;
    const actions: Record<string, (() => void) | null> = {
      " ": () => !event.repeat && togglePlaying(desk),
      k: () => !event.repeat && togglePlaying(desk),
      ",": () => stepFrames(desk, -1),
      ".": () => stepFrames(desk, 1),
      ArrowUp: () => stepCut(desk, -1),
      ArrowDown: () => stepCut(desk, 1),
      Home: () => desk.seek(0),
      End: () => desk.seek(desk.frames - 1),
      r: () => store.set({ isLooping: !store.read().isLooping }),
      m: () => store.set({ isMuted: !store.read().isMuted }),
      f: toggleFullScreen,
    };
    const act = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const controller = new AbortController();
    addEventListener("keydown", (event) => press(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
