import type { z } from "zod";
import { toFieldProblems } from "@/lib/errors/field-problems";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { applyRow } from "./apply-row";

/** Values by dotted path in the input. */
export type Row = Readonly<Record<string, unknown>>;

interface CheckedRows {
  /** The parsed input of each row; meaningless if there are problems. */
  inputs: unknown[];
  problems: FieldProblem[];
}

/** A response must not grow with every row. */
export const maxBatchProblems = 100;

/** Parses the shared input with the values of each row. A problem at the same place is told once. Pure. */
export function checkRows(
  inputSchema: z.ZodType,
  input: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  place: PlaceProblem = placeInRows,
): CheckedRows {
  const inputs: unknown[] = [];
  const problems = new Map<string, FieldProblem>();
  for (const [index, row] of rows.entries()) {
    const whole = applyRow(input, row);
    const parsed = inputSchema.safeParse(whole);
    if (parsed.success) inputs.push(parsed.data);
    else {
      for (const problem of toFieldProblems(parsed.error, whole)) {
        const path = place(problem.path, row, index);
        if (!problems.has(path)) problems.set(path, { ...problem, path });
      }
    }
    if (problems.size >= maxBatchProblems) break;
  }
  return { inputs, problems: [...problems.values()].slice(0, maxBatchProblems) };
}

/** Where a problem of a row's input belongs in the request. */
export type PlaceProblem = (path: string, row: Row, index: number) => string;

/** `rows.3.prompt` where the row sets the field, else `input.prompt`. Pure. */
export const placeInRows: PlaceProblem = (path, row, index) =>
  isOfRow(path, row) ? `rows.${index}.${path}` : `input.${path}`;

/** `template.prompt` where the template has the field, else `input.prompt`. Pure. */
export const placeInTemplate: PlaceProblem = (path, row) =>
  isOfRow(path, row) ? `template.${path}` : `input.${path}`;

const isOfRow = (path: string, row: Row): boolean =>
  Object.keys(row).some((field) => path === field || path.startsWith(`${field}.`));
