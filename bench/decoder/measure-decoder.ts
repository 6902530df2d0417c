import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";
import type { WorkFacts } from "./measure-work";
import { makeRandomBytes, writeHexBody } from "./write-hex-body";

const soundBytes = 50_000_000;
const rounds = 7;
const incremental = "bench/decoder/decode-incrementally.program.ts";
const atOnce = "bench/decoder/decode-at-once.program.ts";

/**
 * A 100 MB body with hex: the studio's decoder against JSON.parse and Buffer.from, alternating, each run in a
 * new process. Speed is body bytes per second.
 */
export async function measureDecoder({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const file = path.join(workDir, "body.json");
  log(`decoder: ${rounds} runs each of a ${(soundBytes * 2) / 1e6} MB body`);
  const { sha256 } = await writeHexBody(file, makeRandomBytes(soundBytes));
  for (const program of [incremental, atOnce]) {
    const checked = await runProgram(root, program, [file, "--hash"]);
    if (checked.sha256 !== sha256) throw new Error(`${program} decoded something else.`);
  }
  const inMemory = await runInTurns(root, [file, "--in-memory"]);
  const fromFile = await runInTurns(root, [file]);
  return [
    {
      ...compareSpeed("decoder: speed, chunks from memory", inMemory),
      target: { of: "ratio", comparison: "at least", amount: 3 },
    },
    // Mostly file reading, the same for both: shown for context, not as a target.
    compareSpeed("decoder: speed, chunks from a file", fromFile),
    {
      name: "decoder: peak memory above baseline",
      value: { amount: peakMegabytes(fromFile.incremental), unit: "MB" },
      reference: { amount: peakMegabytes(fromFile.atOnce), unit: "MB" },
      target: { of: "ratio", comparison: "at most", amount: 1 / 6 },
    },
  ];
}

interface Runs {
  incremental: WorkFacts[];
  atOnce: WorkFacts[];
}

async function runInTurns(root: string, programArguments: string[]): Promise<Runs> {
  const runs: Runs = { incremental: [], atOnce: [] };
  for (let round = 0; round < rounds; round += 1) {
    runs.incremental.push(await runProgram(root, incremental, programArguments));
    runs.atOnce.push(await runProgram(root, atOnce, programArguments));
  }
  return runs;
}

async function runProgram(root: string, program: string, programArguments: string[]): Promise<WorkFacts> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(root, program),
    ...programArguments,
  ]);
  const facts = JSON.parse(stdout) as WorkFacts;
  if (facts.byteCount !== soundBytes) throw new Error(`${program} decoded ${facts.byteCount} bytes.`);
  return facts;
}

function compareSpeed(name: string, runs: Runs): Measurement {
  return {
    name,
    value: { amount: megabytesPerSecond(runs.incremental), unit: "MB/s" },
    reference: { amount: megabytesPerSecond(runs.atOnce), unit: "MB/s" },
  };
}

function megabytesPerSecond(runs: WorkFacts[]): number {
  return (soundBytes * 2) / 1e3 / median(runs.map((run) => run.durationMs));
}

function peakMegabytes(runs: WorkFacts[]): number {
  return median(runs.map((run) => run.peakBytesAboveBaseline)) / 1e6;
}
