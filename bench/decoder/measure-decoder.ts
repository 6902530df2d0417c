import path from "node:path";
import { prepareProgram } from "../report/run-program";
import { median } from "../report/statistics";
import { ratioAtLeast, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import type { WorkFacts } from "./measure-work";
import { makeRandomBytes, writeHexBody } from "./write-hex-body";

const soundBytes = 50_000_000;
const rounds = 7;

/**
 * A 100 MB body with hex: the studio's decoder against JSON.parse and Buffer.from, alternating, each run in a
 * new process. Speed is body bytes per second.
 */
export async function measureDecoder({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const file = path.join(workDir, "body.json");
  log(`decoder: ${rounds} runs each of a ${(soundBytes * 2) / 1e6} MB body`);
  const { sha256 } = await writeHexBody(file, makeRandomBytes(soundBytes));
  const decode = await prepareProgram<WorkFacts>(root, "decoder/decode-body.program.ts");
  const run = async (...flags: string[]): Promise<WorkFacts> => {
    const facts = await decode(file, ...flags);
    if (facts.byteCount !== soundBytes) throw new Error(`${flags.join(" ")}: ${facts.byteCount} bytes.`);
    return facts;
  };
  for (const flags of [[], ["--at-once"]]) {
    if ((await run("--hash", ...flags)).sha256 !== sha256) throw new Error("It decoded something else.");
  }
  const runInTurns = async (...flags: string[]) => {
    const runs = { ours: [] as WorkFacts[], atOnce: [] as WorkFacts[] };
    for (let round = 0; round < rounds; round += 1) {
      runs.ours.push(await run(...flags));
      runs.atOnce.push(await run("--at-once", ...flags));
    }
    return runs;
  };
  const inMemory = await runInTurns("--in-memory");
  const fromFile = await runInTurns();
  return [
    {
      name: "decoder: speed, chunks from memory",
      unit: "MB/s",
      floor: speedOf(inMemory.atOnce),
      figure: speedOf(inMemory.ours),
      aim: ratioAtLeast(5),
    },
    {
      // Mostly file reading, the same for both.
      name: "decoder: speed, chunks from a file",
      unit: "MB/s",
      floor: speedOf(fromFile.atOnce),
      figure: speedOf(fromFile.ours),
    },
    {
      name: "decoder: peak memory above baseline",
      unit: "MB",
      floor: peakOf(fromFile.atOnce),
      figure: peakOf(fromFile.ours),
      aim: ratioAtMost(1 / 6),
    },
  ];
}

const speedOf = (runs: WorkFacts[]) => (soundBytes * 2) / 1e3 / median(runs.map((run) => run.durationMs));
const peakOf = (runs: WorkFacts[]) => median(runs.map((run) => run.peakBytesAboveBaseline)) / 1e6;
