import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { bundle, bundlePeaksThread } from "@/scripts/bundle.mjs";
import type { QueueOutcome } from "@/lib/generations/testing/measure-queue.server";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";

const songsAMinute = 3;
const minuteSeconds = 60;

/**
 * Thirty songs requested at once from a model limited to three per minute (service.md Limits), on an
 * accelerated clock: whether the service rejected one, whether they were sent in order, and how accurate the
 * displayed wait was.
 */
export async function measureQueueOfSongs({ root, log }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/run-queue.mjs");
  await bundle(root, "bench/queue/run-queue.program.ts", program);
  await bundlePeaksThread(root);
  log("queue: thirty songs of a model that takes three a minute, on a clock that is moved on");
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: root });
  return summarise(JSON.parse(stdout) as QueueOutcome);
}

function summarise({ requests, starts, refusals }: QueueOutcome): Measurement[] {
  const unfinished = requests.filter(({ state }) => state !== "succeeded");
  if (unfinished.length > 0) throw new Error(`${unfinished.length} songs did not succeed.`);
  const overtaken = requests.filter(({ id }, index) => starts[index] !== id).length;
  const waited = requests.filter(({ waitedMs }) => waitedMs > 0);
  const errorsPercent = waited.map(
    ({ shownMs, waitedMs }) => (100 * Math.abs(waitedMs - shownMs)) / waitedMs,
  );
  const shortestSeconds = (Math.ceil(requests.length / songsAMinute) - 1) * minuteSeconds;
  return [
    {
      name: "queue: songs rejected by the service",
      value: { amount: refusals, unit: "" },
      target: { of: "value", comparison: "at most", amount: 0 },
    },
    {
      name: "queue: songs sent out of order",
      value: { amount: overtaken, unit: "" },
      target: { of: "value", comparison: "at most", amount: 0 },
    },
    {
      name: "queue: displayed wait, worst error",
      value: { amount: Math.max(...errorsPercent), unit: "%" },
      target: { of: "value", comparison: "at most", amount: 10 },
    },
    { name: "queue: displayed wait, median error", value: { amount: median(errorsPercent), unit: "%" } },
    {
      name: "queue: the last of thirty is sent after",
      value: { amount: Math.max(...requests.map(({ waitedMs }) => waitedMs)) / 1_000, unit: "s" },
      reference: { amount: shortestSeconds, unit: "s" },
    },
  ];
}
