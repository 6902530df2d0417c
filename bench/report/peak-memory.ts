import { readFileSync, writeFileSync } from "node:fs";

/**
 * Makes the process forget its peak of resident memory, as Linux lets it. Elsewhere the peak since the start of the
 * process has to do; it differs from the truth only if starting took more than the work.
 *
 * @returns resident memory now, in bytes
 */
export function resetPeak(): number {
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5");
  return process.memoryUsage.rss();
}

/** The peak of resident memory since `resetPeak`, in bytes. */
export function readPeak(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  // Not resourceUsage(): it inherits the peak of the parent's process image.
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  if (!line) throw new Error("/proc/self/status does not tell the peak.");
  return Number(line[1]) * 1024;
}
