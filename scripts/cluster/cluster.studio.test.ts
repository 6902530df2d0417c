import { expect, it } from "vitest";
import { faults, testCluster } from "./cluster";

it("loses nothing and sends nothing twice through each fault of one of two machines", async ({ signal }) => {
  const report = await testCluster({
    steps: faults.length,
    seed: 1,
    endTimeoutMs: 120_000,
    signal,
    log: () => {},
  });
  expect(report.problems).toEqual([]);
  expect(report.faults).toEqual(Object.fromEntries(faults.map((fault) => [fault, 1])));
  expect(report.ends.succeeded).toBeGreaterThan(0);
}, 400_000);
