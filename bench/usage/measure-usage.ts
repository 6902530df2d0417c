import { prepareProgram } from "../report/run-program";
import { atMost, type BenchContext, type Measure } from "../report/table";

interface Times {
  few: number[];
  many: number[];
  csv: { firstMs: number; allMs: number; mostBytes: number };
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

/** The figures of a month of 100,000 requests compared with one of 1,000, and its CSV. */
export async function measureUsage({ root, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<Times>(root, "usage/run-usage.program.ts");
  log("usage: a month of 1,000 and of 100,000 requests, read a hundred times each");
  const { few, many, csv } = await run();
  return [
    { name: "usage: a month of 100,000, p95", unit: "ms", figure: p95(many), aim: atMost(100) },
    { name: "usage: the same, times that of 1,000", unit: "", figure: p95(many) / p95(few) },
    { name: "usage: CSV of 100,000, first line", unit: "ms", figure: csv.firstMs },
    { name: "usage: CSV of 100,000, whole", unit: "s", figure: csv.allMs / 1_000 },
    { name: "usage: CSV of 100,000, most at once", unit: "KiB", figure: csv.mostBytes / 1_024 },
  ];
}
