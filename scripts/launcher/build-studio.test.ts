import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tellBuildProgress } from "./build-studio";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("says every quarter of a minute how long it has taken and what is done, until it ends", () => {
  const lines: string[] = [];
  const progress = tellBuildProgress({ say: (line) => lines.push(line) });
  progress.read("  Creating an optimized production build ...\n");
  vi.advanceTimersByTime(30_000);
  progress.read("✓ Compiled successfully in 31.2s\n  Running TypeScript ...\n");
  progress.read("nothing that is known\n");
  vi.advanceTimersByTime(15_000);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    "  still building after 15 s: compiling the pages",
    "  still building after 30 s: compiling the pages",
    "  still building after 45 s: checking the pages",
  ]);
});

it("says nothing of a build that is quick", () => {
  const lines: string[] = [];
  const progress = tellBuildProgress({ say: (line) => lines.push(line) });
  vi.advanceTimersByTime(14_000);
  progress.stop();
  expect(lines).toEqual([]);
});
