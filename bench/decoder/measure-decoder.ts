import path from "node:path";
import { prepareProgram } from "../report/run-program";
import { inTurns } from "../report/rounds";
import { compare, ratioAtLeast, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { peakOf } from "../report/work";
import { speedOf, type DecodeFacts } from "./decode-audio";
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
  const decode = await prepareProgram<DecodeFacts>(root, "decoder/decode-body.program.ts");
  const run = async (...flags: string[]): Promise<DecodeFacts> => {
    const facts = await decode(file, ...flags);
    if (facts.byteCount !== soundBytes) throw new Error(`${flags.join(" ")}: ${facts.byteCount} bytes.`);
    return facts;
  };
  for (const flags of [[], ["--at-once"]]) {
    if ((await run("--hash", ...flags)).sha256 !== sha256) throw new Error("It decoded something else.");
  }
  const compareRuns = (...flags: string[]) =>
    inTurns({ rounds }, { figure: () => run(...flags), floor: () => run("--at-once", ...flags) });
  const inMemory = await compareRuns("--in-memory");
  const fromFile = await compareRuns();
  return [
    compare(
      { name: "decoder: speed, chunks from memory", unit: "MB/s", aim: ratioAtLeast(5) },
      inMemory,
      speedOf(soundBytes),
    ),
    // Mostly file reading, the same for both.
    compare({ name: "decoder: speed, chunks from a file", unit: "MB/s" }, fromFile, speedOf(soundBytes)),
    compare(
      { name: "decoder: peak memory above baseline", unit: "MB", aim: ratioAtMost(1 / 6) },
      fromFile,
      peakOf,
    ),
  ];
}
