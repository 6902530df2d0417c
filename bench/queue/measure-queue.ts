import { bundlePrograms } from "@/scripts/bundle.mjs";
import type { QueueOutcome } from "@/lib/generations/testing/measure-queue.server";
import { prepareProgram } from "../report/run-program";
import { median } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";

const songsAMinute = 3;
const minuteSeconds = 60;

/**
 * Thirty songs requested at once from a model limited to three per minute (service.md Limits), on an
 * accelerated clock: whether the service rejected one, whether they were sent in order, and how accurate the
 * displayed wait was.
 */
export async function measureQueueOfSongs({ root, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<QueueOutcome>(root, "queue/run-queue.program.ts");
  await bundlePrograms(root, ["peaks-thread"]);
  log("queue: thirty songs of a model that takes three a minute, on a clock that is moved on");
  return summarise(await run());
}

function summarise({ requests, starts, refusals }: QueueOutcome): Measure[] {
  const unfinished = requests.filter(({ state }) => state !== "succeeded");
  if (unfinished.length > 0) throw new Error(`${unfinished.length} songs did not succeed.`);
  const overtaken = requests.filter(({ id }, index) => starts[index] !== id).length;
  const waited = requests.filter(({ waitedMs }) => waitedMs > 0);
  const errorsPercent = waited.map(
    ({ shownMs, waitedMs }) => (100 * Math.abs(waitedMs - shownMs)) / waitedMs,
  );
  const shortestSeconds = (Math.ceil(requests.length / songsAMinute) - 1) * minuteSeconds;
  return [
    { name: "queue: songs rejected by the service", unit: "", figure: refusals, aim: atMost(0) },
    { name: "queue: songs sent out of order", unit: "", figure: overtaken, aim: atMost(0) },
    {
      name: "queue: displayed wait, worst error",
      unit: "%",
      figure: Math.max(...errorsPercent),
      aim: atMost(10),
    },
    { name: "queue: displayed wait, median error", unit: "%", figure: median(errorsPercent) },
    {
      name: "queue: the last of thirty is sent after",
      unit: "s",
      floor: shortestSeconds,
      figure: Math.max(...requests.map(({ waitedMs }) => waitedMs)) / 1_000,
    },
  ];
}
