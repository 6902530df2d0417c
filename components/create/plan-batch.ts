import type { ReadForm } from "@/components/form/batch-choice";
import type { BatchField } from "@/lib/batches/batch-fields";
import { maxBatchRows } from "@/lib/batches/batch-limits";
import { checkRows, placeInRows, placeInTemplate, type Row } from "@/lib/batches/check-rows";
import { expandTemplate } from "@/lib/batches/expand-template";
import { readTable } from "@/lib/batches/read-table";
import type { FieldProblem } from "@/lib/errors/studio-error";

type FormInput = Pick<ReadForm, "input" | "rules">;

/** A problem of a batch: at its path in the request, and for a table where it is there. */
export interface BatchProblem extends FieldProblem {
  /** From 1. */
  row?: number;
  column?: string;
}

/** What a batch would send. */
export interface BatchPlan {
  /** How many requests, also beyond the limit. */
  count: number;
  /** Empty where they cannot be told. */
  rows: readonly Row[];
  problems: BatchProblem[];
}

/** The texts of a form that may have alternatives; the first one is there even if it is empty. Pure. */
export function findTemplateFields(
  input: Readonly<Record<string, unknown>>,
  fields: readonly BatchField[],
): Record<string, string> {
  const texts = fields.filter(({ path, isFreeText }) => isFreeText && !/\.|_id$/.test(path));
  const filled = texts.flatMap(({ path }): [string, string][] => {
    const value = input[path];
    return typeof value === "string" && value !== "" ? [[path, value]] : [];
  });
  return Object.fromEntries(filled.length > 0 ? filled : texts.slice(0, 1).map(({ path }) => [path, ""]));
}

/** What texts with alternatives would send. Pure. */
export function planTemplate(
  texts: Readonly<Record<string, string>>,
  { input, rules }: FormInput,
): BatchPlan {
  const { count, rows, problems } = expandTemplate(texts, { limit: maxBatchRows });
  if (problems.length > 0)
    return {
      count,
      rows,
      problems: problems.map((problem) => ({ ...problem, path: `template.${problem.path}` })),
    };
  if (count > maxBatchRows)
    return {
      count,
      rows,
      problems: [{ path: "template", key: "batch.too-many", values: { limit: maxBatchRows } }],
    };
  return {
    count,
    rows,
    problems: checkRows(rules, input, rows, placeInTemplate).problems.map(nameSharedField),
  };
}

/** What a pasted table would send. Pure. */
export function planTable(
  table: string,
  { input, rules }: FormInput,
  fields: readonly BatchField[],
): BatchPlan {
  const { rows, problems } = readTable(table, { fields, limit: maxBatchRows });
  if (problems.length > 0)
    return { count: 0, rows: [], problems: problems.map((problem) => ({ ...problem, path: "rows" })) };
  return {
    count: rows.length,
    rows,
    problems: checkRows(rules, input, rows, placeInRows).problems.map(placeProblem),
  };
}

/** Where a problem of the request is in the table: row and column. Pure. */
export function placeProblem(problem: FieldProblem): BatchProblem {
  const [, index, column] = /^rows\.(\d+)\.(.+)$/.exec(problem.path) ?? [];
  return index === undefined || column === undefined
    ? nameSharedField(problem)
    : { ...problem, row: Number(index) + 1, column };
}

/** A field that all rows share is named like a column. */
function nameSharedField(problem: FieldProblem): BatchProblem {
  const [, column] = /^input\.(.+)$/.exec(problem.path) ?? [];
  return column === undefined ? problem : { ...problem, column };
}
