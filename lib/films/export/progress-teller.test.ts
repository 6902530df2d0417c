import { afterEach, expect, it, vi } from "vitest";
import { type Progress, ProgressTeller } from "./progress-teller.server";

afterEach(() => vi.useRealTimers());

it("says how long the pictures still take, by the pace of this process", async () => {
  vi.useFakeTimers();
  const told: Progress[] = [];
  const teller = new ProgressTeller(
    240,
    async (progress) => void told.push(progress),
    () => Date.now(),
  );
  const tell = async (phase: Progress["phase"], framesDone: number) => {
    teller.tell({ phase, framesDone, frames: 640 });
    await vi.advanceTimersByTimeAsync(2_000);
  };
  await tell("sound", 0);
  await tell("pictures", 240);
  await tell("pictures", 250);
  await tell("pictures", 290);
  await tell("pictures", 340);
  await tell("file", 640);
  await teller.end();
  // What an earlier process did is neither taken back nor counted in the pace: 25 frames in two seconds, and then 350 or 300 are left.
  expect(told.map(({ framesDone, leftMs }) => [framesDone, leftMs])).toEqual([
    [240, null],
    [240, null],
    [250, null],
    [290, (4_000 * 350) / 50],
    [340, (6_000 * 300) / 100],
    [640, null],
  ]);
});
