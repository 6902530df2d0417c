"use client";

import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "./is-dialog-open";

/** The part of a keyboard event that matters. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Whether a key press matches a shortcut. `mod` is Command or Control, `space` the space bar. A single sign is compared
 * with the typed character, so `?` works on every keyboard.
 */
export function matchShortcut(shortcut: string, press: KeyPress): boolean {
  const parts = shortcut === "+" ? [shortcut] : shortcut.toLowerCase().split("+");
  const key = parts.at(-1);
  const wantsMod = parts.includes("mod");
  if (wantsMod !== (press.metaKey || press.ctrlKey)) return false;
  if (parts.includes("alt") !== press.altKey) return false;
  // Which signs need Shift differs between keyboards; a letter with Shift is always another key.
  const isSign = key !== undefined && key.length === 1 && key === key.toUpperCase();
  const wantsShift = parts.includes("shift");
  if ((wantsMod || !isSign || wantsShift) && wantsShift !== press.shiftKey) return false;
  return press.key.toLowerCase() === (key === "space" ? " " : key);
}

interface ShortcutOptions {
  /** Works in text fields too; for combinations with mod only. */
  whileTyping?: boolean;
  enabled?: boolean;
  /** CSS selector of elements that handle the key themselves while focused. */
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
 * Ignores letters typed into a field, keys of an input method and repeated keys. Does nothing behind a modal dialog.
 */
export function useShortcut(shortcut: string, onPress: () => void, options: ShortcutOptions = {}): void {
  const { whileTyping = false, enabled = true, exceptOn } = options;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!matchShortcut(shortcut, event)) return;
    if (!whileTyping && (isTyping(event.target) || isDialogOpen())) return;
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
