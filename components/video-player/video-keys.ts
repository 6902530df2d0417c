"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { changeRate, lastMoment, type VideoTransport } from "./video-transport";

/** The keys of the player, as its help lists them with `ShortcutKeys`. */
export const videoKeys = {
  playPause: ["space", "k"],
  jump: ["arrowleft", "arrowright"],
  jumpFar: ["j", "l"],
  frame: [",", "."],
  ends: ["home", "end"],
  speed: ["shift+,", "shift+."],
  loop: ["r"],
  mute: ["m"],
  fullScreen: ["f"],
} as const;

const jumpSeconds = 5;
const farJumpSeconds = 10;
/** Elements that handle the space bar while focused. */
const pressedBySpace = "button, summary, a, select, [role=button], input:not([type=range])";

interface VideoKeyActions {
  toggleFullScreen: (() => void) | null;
}

/** Elements that handle arrows while focused, except the scrubber. */
const movedByArrows = "input:not([data-scrubber]), [role=tablist]";
const arrows: readonly string[] = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * Runs the action of a key.
 *
 * @returns whether the key belongs to the player
 */
export function pressVideoKey(
  event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "target">,
  transport: VideoTransport,
  { toggleFullScreen }: VideoKeyActions,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isMenuOpenIn(event.target)) return false;
  if (event.key === " " && event.target instanceof Element && event.target.closest(pressedBySpace)) {
    return false;
  }
  if (arrows.includes(event.key) && event.target instanceof Element && event.target.closest(movedByArrows)) {
    return false;
  }
  const { muted, loop } = transport.getSnapshot();
  const by = (seconds: number) => () => transport.seek(transport.getSeconds() + seconds);
  const actions: Record<string, (() => void) | null> = {
    " ": () => transport.toggle(),
    k: () => transport.toggle(),
    ArrowLeft: by(-jumpSeconds),
    ArrowRight: by(jumpSeconds),
    j: by(-farJumpSeconds),
    l: by(farJumpSeconds),
    Home: () => transport.seek(0),
    End: () => transport.seek(lastMoment(transport)),
    r: () => transport.setLoop(!loop),
    m: transport.hasSound ? () => transport.setMuted(!muted) : null,
    f: toggleFullScreen,
  };
  // By position: with Shift they are other characters on most keyboards.
  const byPlace: Record<string, () => void> = event.shiftKey
    ? { Comma: () => changeRate(transport, -1), Period: () => changeRate(transport, 1) }
    : { Comma: () => transport.stepFrame(-1), Period: () => transport.stepFrame(1) };
  const act = byPlace[event.code] ?? (event.shiftKey ? null : actions[event.key]);
  if (!act) return false;
  act();
  return true;
}

interface VideoKeysOptions {
  toggleFullScreen: (() => void) | null;
  /** Also while nothing on the page is focused. */
  everywhere: boolean;
}

/** Handles the keys of a player while focus is in it, before those of the window around it. */
export function useVideoKeys(
  playerRef: RefObject<HTMLElement | null>,
  transport: VideoTransport,
  { toggleFullScreen, everywhere }: VideoKeysOptions,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (pressVideoKey(event, transport, { toggleFullScreen })) event.preventDefault();
  });
  const pressElsewhere = useEffectEvent((event: KeyboardEvent) => {
    if (!everywhere || event.target !== document.body || isDialogOpen()) return;
    press(event);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    playerRef.current?.addEventListener("keydown", (event) => press(event), { signal });
    document.addEventListener("keydown", (event) => pressElsewhere(event), { signal });
    return () => controller.abort();
  }, [playerRef]);
}

/** Elements with keyboard handling of their own while open. */
const keyboardElements =
  "[role=menu], [role=listbox], [popover]:not(dialog), select, textarea, [contenteditable=true]";

/** Whether a key belongs to a menu, a panel or a text field. */
function isMenuOpenIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(keyboardElements) !== null;
}
