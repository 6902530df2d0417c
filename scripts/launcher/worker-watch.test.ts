import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WorkerWatch } from "./worker-watch";

describe("the state of a worker", () => {
  let states: string[];
  let watch: WorkerWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    states = [];
    watch = new WorkerWatch((state) => states.push(state));
  });
  afterEach(() => void vi.useRealTimers());

  it("does not change where it ends once and is back", () => {
    watch.becameReady();
    vi.advanceTimersByTime(60_000);
    watch.ended();
    watch.becameReady();
    vi.advanceTimersByTime(60_000);
    watch.ended();
    expect(states).toEqual(["ready"]);
  });

  it("is failing while it ends again and again, and ready ten seconds after the last end", () => {
    for (let end = 0; end < 5; end += 1) {
      watch.becameReady();
      vi.advanceTimersByTime(5_000);
      watch.ended();
    }
    expect(states).toEqual(["ready", "failing"]);
    watch.becameReady();
    vi.advanceTimersByTime(9_000);
    expect(states).toHaveLength(2);
    vi.advanceTimersByTime(2_000);
    expect(states).toEqual(["ready", "failing", "ready"]);
  });

  it("is failing where it doesn't come back", () => {
    watch.becameReady();
    watch.ended();
    vi.advanceTimersByTime(11_000);
    expect(states).toEqual(["ready", "failing"]);
  });

  it("is failing where it never gets ready", () => {
    watch.ended();
    watch.ended();
    expect(states).toEqual(["failing"]);
  });
});
