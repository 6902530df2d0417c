import { readFileSync, writeFileSync } from "node:fs";

/**
 * Makes a process, by default this one, forget its peak of resident memory, as Linux lets its owner. Elsewhere, and of this
 * process alone, the peak since its start has to do; it differs from the truth only if starting took more than the work.
 *
 * @returns resident memory now, in bytes
 */
export function resetPeak(pid = process.pid): number {
  if (process.platform === "linux") writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return pid === process.pid ? process.memoryUsage.rss() : readStatus(pid, "VmRSS");
}

/** The peak of resident memory of a process since `resetPeak`, in bytes. */
export function readPeak(pid = process.pid): number {
  // Not resourceUsage() on Linux: it inherits the peak of the parent's process image.
  if (process.platform === "linux" || pid !== process.pid) return readStatus(pid, "VmHWM");
  return process.resourceUsage().maxRSS * 1024;
}

function readStatus(pid: number, name: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (!line) throw new Error(`/proc/${pid}/status does not tell ${name}.`);
  return Number(line[1]) * 1024;
}
