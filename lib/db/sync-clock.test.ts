import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Queryable } from "./database.server";
import { keepClock, releaseClock } from "./sync-clock.server";

const globals = globalThis as { reverieClock?: unknown };

beforeEach(() => vi.useFakeTimers());

afterEach(async () => {
  await releaseClock();
  delete globals.reverieClock;
  vi.useRealTimers();
});

it("asks the database again where the clock is doubtful, until it is released", async () => {
  const ask = vi.fn(() => Promise.resolve([{ at: Date.now() }]));
  await keepClock({ $queryRaw: ask } as unknown as Queryable);
  const begun = ask.mock.calls.length;

  delete globals.reverieClock;
  await vi.advanceTimersByTimeAsync(1_000);
  const askedAgain = ask.mock.calls.length;
  expect(askedAgain).toBeGreaterThan(begun);

  await releaseClock();
  delete globals.reverieClock;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(askedAgain);
});
