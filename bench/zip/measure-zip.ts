import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { makeRandomBytes } from "../decoder/write-hex-body";
import { prepareProgram } from "../report/run-program";
import { inTurns } from "../report/rounds";
import { atMost, type BenchContext, type Measure, ratioAtLeast } from "../report/table";
import { peakOf, type WorkFacts } from "../report/work";
import { median } from "../report/statistics";

const fileCount = 1_000;
const fileBytes = 2_000_000;
const rounds = 3;

interface ZipFacts extends WorkFacts {
  byteCount: number;
}

/**
 * 2 GB in 1,000 files as one archive with its manifest, read from the disk to nowhere. The floor is `zip -0`, and `cat` of
 * the files where there is no zip.
 */
export async function measureZip({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<ZipFacts>(root, "zip/write-zip.program.ts");
  const store = createDiskStore(workDir);
  const digests: string[] = [];
  log(`zip: writing ${fileCount} files`);
  while (digests.length < fileCount) {
    const writer = await store.createWriter();
    for (const chunk of makeRandomBytes(fileBytes)) await writer.write(chunk);
    const { sha256 } = await writer.seal();
    await writer.commit(blobKey(sha256));
    digests.push(sha256);
  }
  const list = path.join(workDir, "digests.txt");
  await writeFile(list, digests.join("\n"));
  const files = path.join(workDir, "files.txt");
  await writeFile(files, digests.map((sha256) => path.join(workDir, blobKey(sha256))).join("\n"));
  const zip = await findZip();
  log(`zip: ${rounds} runs, in turns with ${zip ?? "cat"}`);
  const command = zip ? `zip -0 -q -j - -@ < "$1" > /dev/null` : `xargs cat < "$1" | cat > /dev/null`;
  const sides = await inTurns(
    { rounds },
    { figure: () => run(workDir, list, fileBytes), floor: () => timeShell(command, files) },
  );
  const rate = (runs: { durationMs: number }[]) =>
    (fileCount * fileBytes) / 1_000 / median(runs.map(({ durationMs }) => durationMs));
  return [
    {
      name: `zip: 2 GB in 1,000 files, against ${zip ? "zip -0" : "cat"}`,
      unit: "MB/s",
      figure: rate(sides.figure),
      floor: rate(sides.floor),
      aim: ratioAtLeast(0.7),
    },
    { name: "zip: peak memory", unit: "MB", figure: peakOf(sides.figure), aim: atMost(48) },
  ];
}

async function findZip(): Promise<string | null> {
  try {
    await promisify(execFile)("zip", ["-h"]);
    return "zip -0";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function timeShell(command: string, files: string): Promise<{ durationMs: number }> {
  const startedAt = performance.now();
  await promisify(execFile)("sh", ["-c", command, "sh", files]);
  return { durationMs: performance.now() - startedAt };
}
