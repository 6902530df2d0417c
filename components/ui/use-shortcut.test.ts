import { describe, expect, it } from "vitest";
import { isMac, printShortcut } from "./shortcut-keys";
import { matchShortcut, type KeyPress } from "./use-shortcut";

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe("matchShortcut", () => {
  it("accepts Command and Control as mod", () => {
    expect(matchShortcut("mod+k", press("k", { metaKey: true }))).toBe(true);
    expect(matchShortcut("mod+k", press("K", { ctrlKey: true }))).toBe(true);
    expect(matchShortcut("mod+k", press("k"))).toBe(false);
    expect(matchShortcut("mod+k", press("k", { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(matchShortcut("mod+k", press("k", { ctrlKey: true, altKey: true }))).toBe(false);
  });

  it("accepts a character however the keyboard types it", () => {
    expect(matchShortcut("?", press("?", { shiftKey: true }))).toBe(true);
    expect(matchShortcut("/", press("/"))).toBe(true);
    expect(matchShortcut("/", press("/", { ctrlKey: true }))).toBe(false);
    expect(matchShortcut("+", press("+", { shiftKey: true }))).toBe(true);
    expect(matchShortcut("+", press("+", { ctrlKey: true }))).toBe(false);
  });

  it("distinguishes named keys by Shift", () => {
    expect(matchShortcut("enter", press("Enter"))).toBe(true);
    expect(matchShortcut("enter", press("Enter", { shiftKey: true }))).toBe(false);
    expect(matchShortcut("shift+enter", press("Enter", { shiftKey: true }))).toBe(true);
  });
});

describe("matchShortcut with letters and the space bar", () => {
  it("distinguishes a letter with Shift from the letter", () => {
    expect(matchShortcut("shift+n", press("N", { shiftKey: true }))).toBe(true);
    expect(matchShortcut("shift+n", press("n"))).toBe(false);
    expect(matchShortcut("shift+n", press("N", { shiftKey: true, ctrlKey: true }))).toBe(false);
    expect(matchShortcut("n", press("n"))).toBe(true);
    expect(matchShortcut("n", press("N", { shiftKey: true }))).toBe(false);
    // Caps Lock.
    expect(matchShortcut("n", press("N"))).toBe(true);
  });

  it("matches the space bar", () => {
    expect(matchShortcut("space", press(" "))).toBe(true);
    expect(matchShortcut("space", press(" ", { shiftKey: true }))).toBe(false);
    expect(printShortcut("space", false)).toEqual(["Space"]);
  });
});

describe("printShortcut", () => {
  it("returns the names printed on the keys", () => {
    expect(printShortcut("mod+k", true)).toEqual(["⌘", "K"]);
    expect(printShortcut("mod+Enter", false)).toEqual(["Ctrl", "↵"]);
    expect(printShortcut("ArrowLeft", false)).toEqual(["←"]);
  });

  it("recognises a Mac", () => {
    expect(isMac("MacIntel")).toBe(true);
    expect(isMac("Linux x86_64")).toBe(false);
  });
});
