import { expect, it } from "vitest";
import { parts } from "./plan-torture";
import { tortureStudio } from "./torture";

it("loses nothing and sends nothing twice through a kill of each process, a full and a read-only disk", async ({
  signal,
}) => {
  const report = await tortureStudio({
    kills: parts.length,
    seed: 1,
    endTimeoutMs: 120_000,
    signal,
    log: () => {},
  });
  expect(report.problems).toEqual([]);
  expect(report.kills).toEqual(Object.fromEntries(parts.map((part) => [part, 1])));
  expect(report.ends.succeeded).toBeGreaterThan(0);
}, 300_000);
