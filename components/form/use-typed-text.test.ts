import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTypingQueue } from "./use-typed-text";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("runs updates after keys together and in order", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("a"));
  vi.advanceTimersByTime(80);
  queue.later(() => seen.push("b"));
  expect(seen).toEqual([]);
  vi.runAllTimers();
  expect(seen).toEqual(["a", "b"]);
});

test("an immediate update runs pending ones first, each once", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("key"));
  queue.now(() => seen.push("button"));
  expect(seen).toEqual(["key", "button"]);
  vi.runAllTimers();
  expect(seen).toEqual(["key", "button"]);
});

test("keys after a flush are batched again", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("before"));
  queue.flush();
  queue.later(() => seen.push("behind"));
  expect(seen).toEqual(["before"]);
  vi.runAllTimers();
  expect(seen).toEqual(["before", "behind"]);
});

test("clear drops pending updates", () => {
  const seen: string[] = [];
  const queue = createTypingQueue();
  queue.later(() => seen.push("key"));
  queue.clear();
  vi.runAllTimers();
  expect(seen).toEqual([]);
});
