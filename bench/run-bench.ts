import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { measureBatch } from "./batch/measure-batch";
import { measureBrowse } from "./browse/measure-browse";
import { measureCallbacks } from "./callbacks/measure-callbacks";
import { measureDecoder } from "./decoder/measure-decoder";
import { measureDelete } from "./delete/measure-delete";
import { measureExport } from "./export/measure-export";
import { measureDesk } from "./films/measure-desk";
import { measureFilms } from "./films/measure-films";
import { measureIngest } from "./ingest/measure-ingest";
import { measureLibrary } from "./library/measure-library";
import { measureTraffic } from "./traffic/measure-traffic";
import { measureMachines } from "./machines/measure-machines";
import { measureMcp } from "./mcp/measure-mcp";
import { measureMemory } from "./memory/measure-memory";
import { measureNotices } from "./notices/measure-notices";
import { measurePeaks } from "./peaks/measure-peaks";
import { measureQueueOfSongs } from "./queue/measure-queue";
import { describeMachine } from "./report/machine";
import { formatTable, meetsAim, type BenchContext, type Measure } from "./report/table";
import { measureStart } from "./start/measure-start";
import { measureStreaming } from "./streaming/measure-streaming";
import { measureSubmit } from "./submit/measure-submit";
import { measureTyping } from "./typing/measure-typing";
import { measureUsage } from "./usage/measure-usage";
import { measureVideo } from "./video/measure-video";
import { measureWeb } from "./web/measure-web";
import { measureZip } from "./zip/measure-zip";

const parts: Record<string, (context: BenchContext) => Promise<Measure[]>> = {
  decoder: measureDecoder,
  ingest: measureIngest,
  peaks: measurePeaks,
  submit: measureSubmit,
  streaming: measureStreaming,
  callbacks: measureCallbacks,
  mcp: measureMcp,
  queue: measureQueueOfSongs,
  batch: measureBatch,
  notices: measureNotices,
  traffic: measureTraffic,
  usage: measureUsage,
  library: measureLibrary,
  browse: measureBrowse,
  delete: measureDelete,
  zip: measureZip,
  export: measureExport,
  films: measureFilms,
  desk: measureDesk,
  typing: measureTyping,
  video: measureVideo,
  memory: measureMemory,
  machines: measureMachines,
  start: measureStart,
  web: measureWeb,
};

/** Standard error, because standard output contains only the table. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function withFolder<Value>(name: string, run: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `reverie-bench-${name}-`));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  log(`There is no part "${unknown.join('", "')}". Parts: ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
// A decoder in this process doesn't keep it alive while it works.
const alive = setInterval(() => undefined, 60_000);
const machine = await withFolder("machine", describeMachine);
const measures: Measure[] = [];
for (const name of wanted) {
  const measure = parts[name]!;
  const measured = await withFolder(name, (workDir) => measure({ root: process.cwd(), workDir, log }));
  // So that a later part that fails, or a run that is cut, does not take them away.
  log(`\n${formatTable(measured)}\n`);
  measures.push(...measured);
}
clearInterval(alive);
process.stdout.write(`${machine}\n\n${formatTable(measures)}\n`);
const missed = measures.filter((measure) => meetsAim(measure) === false);
if (missed.length > 0) log(`${missed.length} of ${measures.length} miss their aim.`);
