/** The parts of a keyboard event that decide. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether this machine's main modifier is Command. */
export function isMac(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

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

const macNames: Record<string, string> = {
  mod: "⌘",
  shift: "⇧",
  alt: "⌥",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  home: "Home",
  end: "End",
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
};
const arrowNames: Record<string, string> = { arrowleft: "←", arrowright: "→", arrowup: "↑", arrowdown: "↓" };

/** The keys of a shortcut as they are printed on this machine's keyboard. */
export function printShortcut(shortcut: string, mac: boolean): string[] {
  const names = mac ? macNames : otherNames;
  return shortcut
    .toLowerCase()
    .split("+")
    .map((part) => names[part] ?? arrowNames[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}
