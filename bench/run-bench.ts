import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { measureCallbacks } from "./callbacks/measure-callbacks";
import { measureDecoder } from "./decoder/measure-decoder";
import { measureIngest } from "./ingest/measure-ingest";
import { measureOverhead } from "./overhead/measure-overhead";
import { measurePeaks } from "./peaks/measure-peaks";
import { measureQueueOfSongs } from "./queue/measure-queue";
import { formatTable } from "./report/format-table";
import { meetsTarget, type BenchPart, type Measurement } from "./report/measurement";
import { measureStart } from "./start/measure-start";
import { measureStreaming } from "./streaming/measure-streaming";
import { measureTyping } from "./typing/measure-typing";
import { measureVideo } from "./video/measure-video";
import { measureWeb } from "./web/measure-web";

const parts: readonly BenchPart[] = [
  { name: "decoder", measure: measureDecoder },
  { name: "ingest", measure: measureIngest },
  { name: "peaks", measure: measurePeaks },
  { name: "overhead", measure: measureOverhead },
  { name: "streaming", measure: measureStreaming },
  { name: "callbacks", measure: measureCallbacks },
  { name: "queue", measure: measureQueueOfSongs },
  { name: "typing", measure: measureTyping },
  { name: "video", measure: measureVideo },
  { name: "start", measure: measureStart },
  { name: "web", measure: measureWeb },
];

/** Standard error, because standard output contains only the table. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function runPart(part: BenchPart, root: string): Promise<Measurement[]> {
  const workDir = await mkdtemp(path.join(os.tmpdir(), `reverie-bench-${part.name}-`));
  try {
    return await part.measure({ root, workDir, log });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function choosePart(name: string): BenchPart {
  const part = parts.find((candidate) => candidate.name === name);
  if (part) return part;
  log(`There is no part "${name}". Parts: ${parts.map((candidate) => candidate.name).join(", ")}`);
  process.exit(2);
}

const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? wanted.map(choosePart) : parts;
const measurements: Measurement[] = [];
for (const part of chosen) measurements.push(...(await runPart(part, process.cwd())));

process.stdout.write(`${formatTable(measurements)}\n`);
const missed = measurements.filter((measurement) => meetsTarget(measurement) === false);
if (missed.length > 0) log(`${missed.length} of ${measurements.length} miss their target.`);
