import { prepareProgram } from "../report/run-program";
import { median } from "../report/statistics";
import { type BenchContext, type Measure, ratioAtLeast } from "../report/table";

export interface ExportFacts {
  /** Of all files. */
  bytes: number;
  exportMs: number[];
  copyMs: number[];
  /** Above what the process took before the first export. */
  peakBytes: number;
}

const items = 10_000;
const fileBytes = 50_000;

/** An account of many small items as one archive on the disk, in turns with `cp -r` of the same files. */
export async function measureExport({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<ExportFacts>(root, "export/export-items.program.ts", [
    "--conditions=react-server",
  ]);
  log(`export: ${items} items of ${fileBytes / 1_000} KB`);
  const { bytes, exportMs, copyMs, peakBytes } = await run(workDir, items, fileBytes);
  return [
    {
      name: `export: ${items} items of ${fileBytes / 1_000} KB, against cp -r`,
      unit: "MB/s",
      figure: bytes / 1_000 / median(exportMs),
      floor: bytes / 1_000 / median(copyMs),
      aim: ratioAtLeast(0.5),
    },
    { name: "export: peak memory", unit: "MB", figure: peakBytes / 1e6 },
  ];
}
