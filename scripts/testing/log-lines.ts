import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** A line of a process's log. */
export interface LogLine {
  level: number;
  msg: string;
  [fact: string]: unknown;
}

/** What Next prints when it starts; in colours where CI is set. */
const banner = /^(▲ Next\.js|- Local:|- Network:|✓ )/;

/** The lines of a process's log, in order. One that isn't an entry of the studio's logger has the level of an error. */
export function readLog(dataDir: string, name: "web" | "worker"): LogLine[] {
  const text = readFileSync(path.join(dataDir, "logs", `${name}.log`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !banner.test(stripVTControlCharacters(line)))
    .map((line) => (line.startsWith("{") ? (JSON.parse(line) as LogLine) : { level: 50, msg: line }));
}
