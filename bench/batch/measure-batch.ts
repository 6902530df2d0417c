import { bundlePrograms } from "@/scripts/bundle.mjs";
import { prepareProgram } from "../report/run-program";
import { atMost, type BenchContext, type Measure } from "../report/table";

type Round = { queuedMs: number; cancelledMs: number };

/** Five batches of 500 images, each queued in one request and cancelled as a whole; the slowest of each. */
export async function measureBatch({ root, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<Round[]>(root, "batch/run-batch.program.ts");
  await bundlePrograms(root, ["peaks-thread"]);
  log("batch: 500 images queued in one request and cancelled, five times");
  const rounds = await run();
  return [
    {
      name: "batch: 500 queued in one request",
      unit: "ms",
      figure: Math.max(...rounds.map(({ queuedMs }) => queuedMs)),
      aim: atMost(2_000),
    },
    {
      name: "batch: 500 cancelled",
      unit: "ms",
      figure: Math.max(...rounds.map(({ cancelledMs }) => cancelledMs)),
      aim: atMost(1_000),
    },
  ];
}
