import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { decodeJson, encodeJson } from "../http/json.ts";

/** One line of the journal: which store wrote it, and its record. */
interface JournalLine {
  store: string;
  record: unknown;
}

/**
 * Append-only record of everything that must survive a restart of the sandbox. Each store replays its own records when
 * it opens. A line torn by a kill in the middle of a write is cut off; damage anywhere else is an error.
 */
export class Journal {
  private lines: JournalLine[];
  private readonly descriptor: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "journal.jsonl");
    this.lines = existsSync(path) ? readLines(path) : [];
    this.descriptor = openSync(path, "a");
  }

  /** Records of one store, oldest first, as they were when the journal was opened. */
  replay<Record>(store: string): Record[] {
    return this.lines.filter((line) => line.store === store).map((line) => line.record as Record);
  }

  /** Lets go of what was read, once every store has replayed its records. */
  endReplay(): void {
    this.lines = [];
  }

  append(store: string, record: unknown): void {
    writeSync(this.descriptor, `${encodeJson({ store, record })}\n`);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function readLines(path: string): JournalLine[] {
  const bytes = readFileSync(path);
  const wholeLength = bytes.lastIndexOf(0x0a) + 1;
  if (wholeLength < bytes.byteLength) truncateSync(path, wholeLength);
  return bytes
    .subarray(0, wholeLength)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeJson(line) as JournalLine);
}
