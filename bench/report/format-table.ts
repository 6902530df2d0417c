import { meetsTarget, ratioOf, type Measurement, type Quantity, type Target } from "./measurement";

const headings = ["measure", "value", "reference", "ratio", "target", "ok"] as const;
/** Text is aligned left, numbers right. */
const leftAligned: ReadonlySet<number> = new Set([0, 4, 5]);

/** Formats the table as Markdown, for the console and docs/benchmarks.md. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(formatRow);
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

function formatRow(measurement: Measurement): string[] {
  const { name, value, reference, target } = measurement;
  const ratio = ratioOf(measurement);
  const met = meetsTarget(measurement);
  return [
    name,
    formatQuantity(value),
    reference ? formatQuantity(reference) : "",
    ratio === null ? "" : formatNumber(ratio),
    target ? formatTarget(target, value) : "",
    met === null ? "" : met ? "yes" : "NO",
  ];
}

function formatTarget(target: Target, value: Quantity): string {
  const sign = target.comparison === "at most" ? "<=" : ">=";
  return target.of === "ratio"
    ? `ratio ${sign} ${formatNumber(target.amount)}`
    : `${sign} ${formatQuantity({ ...value, amount: target.amount })}`;
}

function formatQuantity({ amount, unit }: Quantity): string {
  return unit === "" ? formatNumber(amount) : `${formatNumber(amount)} ${unit}`;
}

/** Three significant digits without an exponent; whole numbers above a thousand. */
function formatNumber(amount: number): string {
  if (Math.abs(amount) >= 1000) return amount.toFixed(0);
  return String(Number(amount.toPrecision(3)));
}
