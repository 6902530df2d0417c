import {
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { decodeJson, encodeJson } from "../http/json.ts";

/** One change of a table; a null row is a deletion, a null id empties the table. */
interface JournalLine {
  table: string;
  id: string | null;
  row: unknown;
}

/**
 * Append-only record of everything that must survive a restart. Each table replays its own lines when it opens. A line
 * that a kill left incomplete is cut off; damage anywhere else is an error.
 */
export class Journal {
  private lines: JournalLine[];
  private readonly descriptor: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "journal.jsonl");
    this.lines = existsSync(path) ? readLines(path) : [];
    // Prompts, texts and keys of requests are in it: for its own user only, also where an earlier version wrote it.
    this.descriptor = openSync(path, "a", 0o600);
    fchmodSync(this.descriptor, 0o600);
  }

  replay(table: string): JournalLine[] {
    return this.lines.filter((line) => line.table === table);
  }

  /** Releases what was read, once every table has replayed its lines. */
  endReplay(): void {
    this.lines = [];
  }

  append(line: JournalLine): void {
    writeSync(this.descriptor, `${encodeJson(line)}\n`);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Rows by id that survive a restart; every change is journalled as the whole row. */
export class Table<Row> {
  private readonly journal: Journal;
  private readonly name: string;
  private readonly rows = new Map<string, Row>();

  constructor(journal: Journal, name: string) {
    this.journal = journal;
    this.name = name;
    for (const { id, row } of journal.replay(name)) this.apply(id, row as Row | null);
  }

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  list(): Row[] {
    return [...this.rows.values()];
  }

  set(id: string, row: Row): void {
    this.write(id, row);
  }

  delete(id: string): void {
    this.write(id, null);
  }

  clear(): void {
    this.write(null, null);
  }

  private write(id: string | null, row: Row | null): void {
    this.journal.append({ table: this.name, id, row });
    this.apply(id, row);
  }

  private apply(id: string | null, row: Row | null): void {
    if (id === null) this.rows.clear();
    else if (row === null) this.rows.delete(id);
    else this.rows.set(id, row);
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
