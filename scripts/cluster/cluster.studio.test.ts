import { expect, it } from "vitest";
import { hasNatsServer } from "@/lib/live/relay/testing/nats-server";
import { type Fault, faults, relayFaults, testCluster } from "./cluster";

const tryFaults = async (wanted: readonly Fault[], relay: "nats" | undefined, signal: AbortSignal) => {
  const report = await testCluster({
    steps: wanted.length,
    faults: wanted,
    relay,
    seed: 1,
    endTimeoutMs: 120_000,
    signal,
    // What this machine lacks is not tested, and the report of the tests says so.
    log: (line) => {
      if (line.startsWith("skipped: ")) console.warn(line);
    },
  });
  expect(report.problems).toEqual([]);
  expect(report.faults).toEqual(Object.fromEntries(wanted.map((fault) => [fault, 1])));
  expect(report.ends.succeeded).toBeGreaterThan(0);
};

it("loses nothing and sends nothing twice through each fault of one of two machines", async ({ signal }) => {
  await tryFaults(faults, undefined, signal);
}, 400_000);

it.skipIf(!hasNatsServer())(
  "lets both machines hear the same bytes through faults of the relay and of a worker",
  async ({ signal }) => {
    await tryFaults([...relayFaults, "worker"], "nats", signal);
  },
  400_000,
);
