import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchAttention } from "./watch-attention";

/** An element that is focused by a key or by a press. */
class FakeElement extends EventTarget {
  readonly isFocusVisible: boolean;
  constructor(isFocusVisible = true) {
    super();
    this.isFocusVisible = isFocusVisible;
  }
  matches(selector: string): boolean {
    return selector === ":focus-visible" && this.isFocusVisible;
  }
}

const longMs = 1_000;
let isWanted: boolean[] = [];

beforeEach(() => {
  isWanted = [];
  vi.useFakeTimers();
  vi.stubGlobal("Element", FakeElement);
  prefer("(hover: hover)");
});

afterEach(() => {
  vi.useRealTimers();
});

/** Sets which media features match, and whether the browser saves data. */
function prefer(feature: string, saveData = false): void {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(feature) }));
  vi.stubGlobal("navigator", { connection: { saveData } });
}

function watch(element = new FakeElement()) {
  const stop = watchAttention(element, (each) => isWanted.push(each));
  return {
    stop,
    send: (type: string, fields: object = {}) =>
      element.dispatchEvent(Object.assign(new Event(type), fields)),
  };
}

const mouse = { pointerType: "mouse" };

it("waits until the mouse or the focus rests", () => {
  const { send } = watch();
  for (const [begin, end] of [
    ["pointerenter", "pointerleave"],
    ["focusin", "focusout"],
  ] as const) {
    isWanted = [];
    send(begin, mouse);
    vi.advanceTimersByTime(100);
    expect(isWanted).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(isWanted).toEqual([true]);
    send(end);
    expect(isWanted).toEqual([true, false]);
  }
  send("pointerenter", mouse);
  send("pointerleave");
  vi.advanceTimersByTime(longMs);
  expect(isWanted).toEqual([true, false, false]);
});

it("goes on while one of the two stays", () => {
  const { send } = watch();
  send("pointerenter", mouse);
  send("focusin");
  vi.advanceTimersByTime(longMs);
  send("pointerleave");
  expect(isWanted).toEqual([true]);
  send("focusout");
  expect(isWanted).toEqual([true, false]);
});

it.each([
  ["a finger", "pointerenter", { pointerType: "touch" }, new FakeElement()],
  ["the focus of a press", "focusin", {}, new FakeElement(false)],
])("ignores %s", (_title, type, fields, element) => {
  watch(element).send(type, fields);
  vi.advanceTimersByTime(longMs);
  expect(isWanted).toEqual([]);
});

it.each([
  ["reduced motion", "(prefers-reduced-motion: reduce)", false],
  ["reduced data", "(prefers-reduced-data: reduce)", false],
  ["a browser that saves data", "(hover: hover)", true],
])("does nothing with %s", (_title, feature, saveData) => {
  prefer(feature, saveData);
  const { send } = watch();
  send("pointerenter", mouse);
  send("focusin");
  vi.advanceTimersByTime(longMs);
  expect(isWanted).toEqual([]);
});

it("never calls back after it was stopped", () => {
  const { send, stop } = watch();
  send("focusin");
  stop();
  send("focusout");
  vi.advanceTimersByTime(longMs);
  expect(isWanted).toEqual([]);
});
