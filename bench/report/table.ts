/** Units, written after the number. */
type Unit = "ms" | "s" | "MB/s" | "MB" | "MiB" | "KiB" | "%" | "points" | "/s" | "";

/** One row of the table. */
export interface Measure {
  name: string;
  unit: Unit;
  /** What the same run measured of the least that the machine can do, or of the obvious alternative. */
  floor?: number;
  figure: number;
  aim?: Aim;
}

/** A goal of the project: of the figure, or of figure / floor, which holds on any machine. */
export interface Aim {
  of: "figure" | "ratio";
  sign: "<=" | ">=";
  limit: number;
}

export const atMost = (limit: number): Aim => ({ of: "figure", sign: "<=", limit });
export const atLeast = (limit: number): Aim => ({ of: "figure", sign: ">=", limit });
export const ratioAtMost = (limit: number): Aim => ({ of: "ratio", sign: "<=", limit });
export const ratioAtLeast = (limit: number): Aim => ({ of: "ratio", sign: ">=", limit });

export interface BenchContext {
  /** The checkout, as an absolute path. */
  root: string;
  /** An empty folder for this part, removed afterwards. */
  workDir: string;
  /** Prints progress. */
  log: (line: string) => void;
}

/** The row of a comparison: the same statistic of both sides. */
export function compare<Result>(
  row: Pick<Measure, "name" | "unit" | "aim">,
  sides: { figure: Result[]; floor: Result[] },
  statistic: (results: Result[]) => number,
): Measure {
  return { ...row, floor: statistic(sides.floor), figure: statistic(sides.figure) };
}

/** Whether the aim is met; null without one. */
export function meetsAim({ name, floor, figure, aim }: Measure): boolean | null {
  if (!aim) return null;
  if (aim.of === "ratio" && floor === undefined)
    throw new Error(`${name} has an aim for a ratio and no floor.`);
  const measured = aim.of === "ratio" ? figure / floor! : figure;
  return aim.sign === "<=" ? measured <= aim.limit : measured >= aim.limit;
}

const headings = ["measure", "floor", "figure", "ratio", "aim", "ok"] as const;
/** Text is aligned left, numbers right. */
const leftAligned: ReadonlySet<number> = new Set([0, 4, 5]);

/** Formats the table as Markdown, for the console and docs/benchmarks.md. */
export function formatTable(measures: readonly Measure[]): string {
  const rows = measures.map(formatRow);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column]!, column)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    leftAligned.has(column) ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(headings), line(rule), ...rows.map(line)].join("\n");
}

function pad(cell: string, width: number, column: number): string {
  return leftAligned.has(column) ? cell.padEnd(width) : cell.padStart(width);
}

function formatRow(measure: Measure): string[] {
  const { name, unit, floor, figure, aim } = measure;
  const met = meetsAim(measure);
  const quantity = (amount: number) => `${formatNumber(amount)} ${unit}`.trimEnd();
  return [
    name,
    floor === undefined ? "" : quantity(floor),
    quantity(figure),
    floor === undefined ? "" : formatNumber(figure / floor),
    aim
      ? `${aim.of === "ratio" ? "ratio " : ""}${aim.sign} ${aim.of === "ratio" ? formatNumber(aim.limit) : quantity(aim.limit)}`
      : "",
    met === null ? "" : met ? "yes" : "NO",
  ];
}

/** Three significant digits without an exponent; whole numbers above a thousand. */
function formatNumber(amount: number): string {
  if (Math.abs(amount) >= 1000) return amount.toFixed(0);
  return String(Number(amount.toPrecision(3)));
}
