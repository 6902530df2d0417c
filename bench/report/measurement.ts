/** Units, written after the number. */
type Unit = "ms" | "s" | "MB/s" | "MB" | "MiB" | "KiB" | "%" | "points" | "/s" | "";

export interface Quantity {
  amount: number;
  unit: Unit;
}

/** A goal of the project. `ratio` targets compare value / reference of the same run. */
export interface Target {
  of: "value" | "ratio";
  comparison: "at most" | "at least";
  amount: number;
}

/** One row of the table. */
export interface Measurement {
  name: string;
  value: Quantity;
  /** The reference value, measured in the same run on the same machine. */
  reference?: Quantity;
  target?: Target;
}

export interface BenchPart {
  name: string;
  measure: (context: BenchContext) => Promise<Measurement[]>;
}

export interface BenchContext {
  /** The checkout, as an absolute path. */
  root: string;
  /** An empty folder for this part, removed afterwards. */
  workDir: string;
  /** Prints progress. */
  log: (line: string) => void;
}

/** value / reference; null without a reference. */
export function ratioOf({ value, reference }: Measurement): number | null {
  if (!reference) return null;
  if (value.unit !== reference.unit) throw new Error(`${value.unit} and ${reference.unit} do not compare.`);
  return value.amount / reference.amount;
}

/** Whether the target is met; null without one. */
export function meetsTarget(measurement: Measurement): boolean | null {
  const { target, value } = measurement;
  if (!target) return null;
  const measured = target.of === "value" ? value.amount : ratioOf(measurement);
  if (measured === null) throw new Error(`${measurement.name} has a target for a ratio and no reference.`);
  return target.comparison === "at most" ? measured <= target.amount : measured >= target.amount;
}
