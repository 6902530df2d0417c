"use client";

import { useSyncExternalStore } from "react";
import { Kbd } from "./kbd";

/** Whether the main modifier of this machine is Command. */
export function isMac(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

const macNames: Record<string, string> = {
  mod: "⌘",
  shift: "⇧",
  alt: "⌥",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  home: "Home",
  end: "End",
  delete: "⌦",
};
const otherNames: Record<string, string> = {
  mod: "Ctrl",
  shift: "Shift",
  alt: "Alt",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  home: "Home",
  end: "End",
  delete: "Del",
};
const arrowNames: Record<string, string> = { arrowleft: "←", arrowright: "→", arrowup: "↑", arrowdown: "↓" };

/** Returns the keys of a shortcut as printed on this machine's keyboard. */
export function printShortcut(shortcut: string, mac: boolean): string[] {
  const names = mac ? macNames : otherNames;
  return shortcut
    .toLowerCase()
    .split("+")
    .map((part) => names[part] ?? arrowNames[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The platform never changes. */
const subscribe = () => () => undefined;

/** Returns the keys of a shortcut on this machine; undefined on the server. */
function useShortcutKeys(shortcut: string): string[] | undefined {
  const mac = useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => isMac(navigator.platform),
    () => undefined,
  );
  return mac === undefined ? undefined : printShortcut(shortcut, mac);
}

/** The keys of a shortcut, styled as keys. */
export function ShortcutKeys({ shortcut }: { shortcut: string }) {
  const keys = useShortcutKeys(shortcut);
  return (
    <span className="inline-flex gap-1">
      {keys?.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

/** The keys of a shortcut as text, for buttons: ⌘↵. */
export function ShortcutHint({ shortcut, className }: { shortcut: string; className?: string }) {
  const keys = useShortcutKeys(shortcut);
  return (
    <kbd aria-hidden className={`font-sans text-2xs font-medium ${className ?? ""}`}>
      {keys ? (keys[0] === "⌘" ? keys.join("") : keys.join(" ")) : ""}
    </kbd>
  );
}
