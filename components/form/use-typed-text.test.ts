import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTypingQueue } from "./use-typed-text";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("what follows the keys follows them together, in their order", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("a"));
  vi.advanceTimersByTime(80);
  queue.later(() => seen.push("b"));
  expect(seen).toEqual([]);
  vi.runAllTimers();
  expect(seen).toEqual(["a", "b"]);
});

test("what is no key takes along what waits, and nothing comes twice", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("key"));
  queue.now(() => seen.push("button"));
  expect(seen).toEqual(["key", "button"]);
  vi.runAllTimers();
  expect(seen).toEqual(["key", "button"]);
});

test("keys that come behind a flush are waited for anew", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("before"));
  queue.flush();
  queue.later(() => seen.push("behind"));
  expect(seen).toEqual(["before"]);
  vi.runAllTimers();
  expect(seen).toEqual(["before", "behind"]);
});

test("cleared, it forgets what waits", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("key"));
  queue.clear();
  vi.runAllTimers();
  expect(seen).toEqual([]);
});
