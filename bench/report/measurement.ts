/** Units a value is told in; the table writes them behind the number. */
export type Unit = "ms" | "s" | "MB/s" | "MB" | "MiB" | "KiB" | "%" | "points" | "/s" | "";

export interface Quantity {
  amount: number;
  unit: Unit;
}

/** What the project holds itself to. `ratio` targets are about value / reference, both from the same run. */
export interface Target {
  of: "value" | "ratio";
  comparison: "at most" | "at least";
  amount: number;
}

/** One line of the table. */
export interface Measurement {
  name: string;
  value: Quantity;
  /** What it is measured against, in the same run on the same machine. */
  reference?: Quantity;
  target?: Target;
}

/** A part of the benchmark: `npm run bench -- <name>`. */
export interface BenchPart {
  name: string;
  measure: (context: BenchContext) => Promise<Measurement[]>;
}

export interface BenchContext {
  /** The checkout, absolute. */
  root: string;
  /** An empty folder of this part, removed afterwards. */
  workDir: string;
  /** Tells the person at the console what goes on. */
  say: (line: string) => void;
}

/** value / reference, or null where nothing is compared. */
export function ratioOf({ value, reference }: Measurement): number | null {
  if (!reference) return null;
  if (value.unit !== reference.unit) throw new Error(`${value.unit} and ${reference.unit} do not compare.`);
  return value.amount / reference.amount;
}

/** Whether the target is met; null where there is none. */
export function meetsTarget(measurement: Measurement): boolean | null {
  const { target, value } = measurement;
  if (!target) return null;
  const measured = target.of === "value" ? value.amount : ratioOf(measurement);
  if (measured === null) throw new Error(`${measurement.name} has a target for a ratio and no reference.`);
  return target.comparison === "at most" ? measured <= target.amount : measured >= target.amount;
}
