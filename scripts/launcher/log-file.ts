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

/** Moves a log that has grown big to `.1`, that one to `.2`, and so on; the oldest goes. */
export function rotateLog(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (sizeOf(file) < rotateAtBytes) return;
  for (let number = keptFiles; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (sizeOf(from) > 0) renameSync(from, `${file}.${number}`);
  }
}

/** The lines of a log from now on. A child writes its log itself, so that it can outlive the launcher; we read along. */
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

/** What the console shows of a log: warnings and errors, in one line each. */
export function describeImportantLine(line: string): string | null {
  if (!line.startsWith("{")) return null;
  let entry: { level?: unknown; msg?: unknown; err?: { message?: unknown } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return null; // Not every line with a brace is an entry.
  }
  if (typeof entry.level !== "number" || entry.level < warnLevel) return null;
  const cause = typeof entry.err?.message === "string" ? `: ${entry.err.message}` : "";
  return `${typeof entry.msg === "string" ? entry.msg : "No message"}${cause}`;
}

const readIntervalMs = 500;

/** Shows what matters in a log on the console until the answer is called. */
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
