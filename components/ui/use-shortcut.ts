"use client";

import { useEffect, useEffectEvent } from "react";

/** The parts of a keyboard event that decide. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Whether a key press is the shortcut. `mod` is Command or Control, `shift` and `alt` as printed, `space` the space bar; a
 * lone sign is compared as it was typed, so `?` works wherever the keyboard has it.
 */
export function matchShortcut(shortcut: string, press: KeyPress): boolean {
  const parts = shortcut.toLowerCase().split("+");
  const key = parts.at(-1);
  const wantsMod = parts.includes("mod");
  if (wantsMod !== (press.metaKey || press.ctrlKey)) return false;
  if (parts.includes("alt") !== press.altKey) return false;
  // Where a sign needs Shift differs from keyboard to keyboard; a letter with Shift is another key everywhere.
  const isSign = key !== undefined && key.length === 1 && key === key.toUpperCase();
  const wantsShift = parts.includes("shift");
  if ((wantsMod || !isSign || wantsShift) && wantsShift !== press.shiftKey) return false;
  return press.key.toLowerCase() === (key === "space" ? " " : key);
}

interface ShortcutOptions {
  /** Also while a text field has focus; for combinations with mod only. */
  whileTyping?: boolean;
  enabled?: boolean;
  /** CSS selector of what takes the key itself while it has focus. */
  exceptOn?: string;
}

const textInputTypes = new Set([
  "text",
  "search",
  "email",
  "password",
  "url",
  "tel",
  "number",
  "date",
  "time",
  "datetime-local",
]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && textInputTypes.has(target.type);
}

/**
 * Calls back when a shortcut is pressed anywhere on the page: `mod+k` (Command on a Mac, Control elsewhere), `?`, `/`.
 * Letters typed into a field, keys that an input method composes with, and keys held down are not shortcuts, and none
 * works behind an open window.
 */
export function useShortcut(shortcut: string, onPress: () => void, options: ShortcutOptions = {}): void {
  const { whileTyping = false, enabled = true, exceptOn } = options;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!matchShortcut(shortcut, event)) return;
    if (!whileTyping && (isTyping(event.target) || document.querySelector("dialog:modal"))) return;
    if (exceptOn && event.target instanceof Element && event.target.closest(exceptOn)) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    addEventListener("keydown", (event) => press(event), { signal: controller.signal });
    return () => controller.abort();
  }, [enabled]);
}
