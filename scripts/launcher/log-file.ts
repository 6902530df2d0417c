import { closeSync, mkdirSync, openSync, readSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { warn } from "./console";

const rotateAtBytes = 5 * 1024 * 1024;
const keptFiles = 3;

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

/** Moves a large log to `.1`, that one to `.2`, and so on, and drops the oldest. */
export function rotateLog(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (sizeOf(file) < rotateAtBytes) return;
  for (let number = keptFiles; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (sizeOf(from) > 0) renameSync(from, `${file}.${number}`);
  }
}

/** Reads new lines of a log. Children write their logs themselves, so that they can outlive the launcher. */
export class LogReader {
  readonly #file: string;
  #position: number;
  #rest = "";

  constructor(file: string) {
    this.#file = file;
    this.#position = sizeOf(file);
  }

  readLines(): string[] {
    const size = sizeOf(this.#file);
    if (size <= this.#position) return [];
    const buffer = Buffer.alloc(Math.min(size - this.#position, 1024 * 1024));
    const descriptor = openSync(this.#file, "r");
    try {
      this.#position += readSync(descriptor, buffer, 0, buffer.length, this.#position);
    } finally {
      closeSync(descriptor);
    }
    const lines = (this.#rest + buffer.toString()).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines;
  }
}

const warnLevel = 40;

/** The console line for a warning or error of a log; null for other lines. */
export function describeImportantLine(line: string): string | null {
  if (!line.startsWith("{")) return null;
  let entry: { level?: unknown; msg?: unknown; err?: { message?: unknown } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return null; // A line that only begins like an entry.
  }
  if (typeof entry.level !== "number" || entry.level < warnLevel) return null;
  const cause = typeof entry.err?.message === "string" ? `: ${entry.err.message}` : "";
  return `${typeof entry.msg === "string" ? entry.msg : "No message"}${cause}`;
}

const readIntervalMs = 500;

/** Shows warnings and errors of a log on the console. @returns a function that stops it */
export function reportImportantLines(name: string, file: string): () => void {
  const reader = new LogReader(file);
  const report = () => {
    for (const line of reader.readLines()) {
      const important = describeImportantLine(line);
      if (important) warn(`[${name}] ${important}`);
    }
  };
  const timer = setInterval(report, readIntervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    report();
  };
}
