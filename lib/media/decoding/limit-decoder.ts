import { setPriority } from "node:os";

/** The limit of a whole process, decoder included; a 4K frame needs half of it. */
const maxMemoryBytes = 1_024 * 1_024 * 1_024;
const memoryCheckMs = 50;

/** The exit code of a process that needs more memory than it may have. */
export const memoryExitCode = 75;

/** Limits this process, a decoder: its priority, its memory, and its life to that of its parent. */
export function limitDecoder(): void {
  // Serving pages and storing results takes precedence.
  setPriority(10);
  // The decoder's threads don't block this timer. Its memory isn't part of the JavaScript heap, so the RSS is
  // checked.
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(memoryExitCode);
  }, memoryCheckMs);
  process.on("disconnect", () => process.exit(0));
}
