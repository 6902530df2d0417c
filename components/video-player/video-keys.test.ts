import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDeck } from "./testing/open-deck";
import { pressVideoKey } from "./video-keys";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  // Without a document, no target is an element.
  vi.stubGlobal("Element", class {});
});

const codes: Record<string, string> = { ",": "Comma", ".": "Period", "<": "Comma", ">": "Period" };

function press(opened: ReturnType<typeof openDeck>, key: string, held: Partial<KeyboardEvent> = {}): boolean {
  const event = {
    key,
    code: codes[key] ?? "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    target: null,
    ...held,
  };
  const pressed = pressVideoKey(event, opened.deck, { toggleFullScreen: null });
  if (opened.video.seeking) opened.video.settle();
  return pressed;
}

describe("the keys of a player", () => {
  it("seek", () => {
    const opened = openDeck({ durationSeconds: 30, clock: { frameRate: 12, frameCount: 360 } });
    opened.video.arrive(30);
    const at = (key: string, held?: Partial<KeyboardEvent>) => {
      expect(press(opened, key, held)).toBe(true);
      return opened.deck.getSeconds();
    };
    expect(at("ArrowRight")).toBe(5);
    expect(at("l")).toBe(15);
    expect(at("j")).toBe(5);
    expect(at("ArrowLeft")).toBe(0);
    expect(at(".")).toBeCloseTo(1.25 / 12);
    expect(at(",")).toBeCloseTo(0.25 / 12);
    expect(at("End")).toBeCloseTo(359.5 / 12);
    expect(at("Home")).toBe(0);
  });

  it("play, loop, and change the rate by key position", () => {
    const opened = openDeck();
    opened.video.arrive(6);
    press(opened, "k");
    expect(opened.video.paused).toBe(false);
    press(opened, " ");
    expect(opened.video.paused).toBe(true);
    press(opened, "r");
    expect(opened.video.loop).toBe(true);
    press(opened, ">", { shiftKey: true });
    expect(opened.video.playbackRate).toBe(1.25);
    press(opened, "<", { shiftKey: true });
    press(opened, "<", { shiftKey: true });
    expect(opened.video.playbackRate).toBe(0.75);
  });

  it("ignore keys of other elements", () => {
    const opened = openDeck();
    expect(press(opened, "k", { ctrlKey: true })).toBe(false);
    expect(press(opened, "ArrowLeft", { altKey: true })).toBe(false);
    expect(press(opened, "ArrowRight", { shiftKey: true })).toBe(false);
    expect(press(opened, "x")).toBe(false);
    // Without audio there is nothing to mute; without full screen nothing to toggle.
    expect(press(opened, "m")).toBe(false);
    expect(press(opened, "f")).toBe(false);
  });
});
