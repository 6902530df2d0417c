import { readFileSync, writeFileSync } from "node:fs";
import { median } from "./statistics";

/** What each measured program prints as one line of JSON, besides its own facts. */
export interface WorkFacts {
  durationMs: number;
  /** Peak of resident memory during the work, above the memory before it. */
  peakBytesAboveBaseline: number;
}

/** Measures `work` in a program and prints the result with the facts that it returns. */
export async function reportWork(work: () => Promise<object>): Promise<void> {
  const baselineBytes = resetPeak();
  const startedAt = performance.now();
  const facts = await work();
  const measured: WorkFacts = {
    durationMs: performance.now() - startedAt,
    peakBytesAboveBaseline: readPeak() - baselineBytes,
  };
  process.stdout.write(`${JSON.stringify({ ...facts, ...measured })}\n`);
}

/** The median of the peaks, in MB. */
export const peakOf = (runs: WorkFacts[]) => median(runs.map((run) => run.peakBytesAboveBaseline)) / 1e6;

/**
 * Resets a process's peak of resident memory on Linux. Elsewhere, only for this process, the peak since its
 * start is used, which differs only if starting took more memory than the work.
 *
 * @returns resident memory now, in bytes
 */
export function resetPeak(pid = process.pid): number {
  if (process.platform === "linux") writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return pid === process.pid ? process.memoryUsage.rss() : readStatus(pid, "VmRSS");
}

/** A process's peak of resident memory since `resetPeak`, in bytes. */
export function readPeak(pid = process.pid): number {
  // Not resourceUsage() on Linux, because it inherits the parent's peak.
  if (process.platform === "linux" || pid !== process.pid) return readStatus(pid, "VmHWM");
  return process.resourceUsage().maxRSS * 1024;
}

function readStatus(pid: number, name: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (!line) throw new Error(`/proc/${pid}/status does not tell ${name}.`);
  return Number(line[1]) * 1024;
}
