import Papa from "papaparse";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { BatchField, FieldType } from "./batch-fields";

/** A problem of a table, at a row from 1 below the header, or of the table as a whole without one. */
export interface TableProblem extends Omit<FieldProblem, "path"> {
  row?: number;
  /** As the header names it. */
  column?: string;
}

export interface ReadTable {
  columns: string[];
  /** By field. An empty cell sets nothing. */
  rows: Record<string, unknown>[];
  problems: TableProblem[];
}

/** Why a cell is not what its field takes. Any text may be text. */
const cellProblems: Record<FieldType, string> = {
  text: "field.invalid",
  "number-or-text": "field.invalid",
  number: "batch.table.number",
  boolean: "batch.table.boolean",
  json: "batch.table.json",
};

/** A long table of nothing but errors is not listed whole. */
const maxProblems = 100;

/**
 * Reads a table that was copied from a spreadsheet, or the text of a CSV file: separated by tabs if its first row has one,
 * else by commas, with quotes. The first row names fields of the input; empty lines are skipped. Pure.
 */
export function readTable(
  text: string,
  { fields, limit }: { fields: readonly BatchField[]; limit: number },
): ReadTable {
  const firstLine = /^[^\r\n]*/.exec(text.trimStart())![0];
  const { data, errors } = Papa.parse<string[]>(text.trim(), {
    delimiter: firstLine.includes("\t") ? "\t" : ",",
    skipEmptyLines: "greedy",
    // The header, and one row more than there may be.
    preview: limit + 2,
  });
  const [header = [], ...lines] = data;
  const columns = header.map((name) => name.trim());
  const problems: TableProblem[] = [
    ...errors.map(({ row }) => ({ ...(row ? { row } : {}), key: "batch.table.quotes" })),
    ...findHeaderProblems(columns, fields),
  ];
  if (lines.length === 0) problems.push({ key: "batch.table.empty" });
  if (lines.length > limit) problems.push({ key: "batch.too-many", values: { limit } });
  if (problems.length > 0) return { columns, rows: [], problems: problems.slice(0, maxProblems) };

  const byPath = new Map(fields.map((field) => [field.path, field]));
  const rows = lines.map((cells, index) => {
    const row = index + 1;
    if (cells.length > columns.length) {
      problems.push({
        row,
        key: "batch.table.cells",
        values: { cells: cells.length, columns: columns.length },
      });
    }
    const entries = columns.flatMap((column, place): [string, unknown][] => {
      const cell = cells[place] ?? "";
      if (cell.trim() === "") return [];
      const value = readCell(cell, byPath.get(column)!);
      if (value !== undefined) return [[column, value]];
      problems.push({ row, column, key: cellProblems[byPath.get(column)!.type] });
      return [];
    });
    return Object.fromEntries(entries);
  });
  return { columns, rows: problems.length > 0 ? [] : rows, problems: problems.slice(0, maxProblems) };
}

function findHeaderProblems(columns: readonly string[], fields: readonly BatchField[]): TableProblem[] {
  return columns.flatMap((column, index): TableProblem[] => {
    if (column === "") return [{ key: "batch.table.unnamed", values: { column: index + 1 } }];
    if (!fields.some(({ path }) => path === column))
      return [{ column, key: "batch.table.unknown", values: { column } }];
    return columns.indexOf(column) < index ? [{ column, key: "batch.table.twice", values: { column } }] : [];
  });
}

/** The value of a cell for its field; undefined for one that the field cannot take. */
function readCell(cell: string, { type }: BatchField): unknown {
  const trimmed = cell.trim();
  switch (type) {
    case "text":
      return trimmed;
    case "number":
      return readNumber(trimmed);
    case "number-or-text": {
      const number = readNumber(trimmed);
      // Digits beyond what a number can hold stay text.
      return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : trimmed;
    }
    case "boolean":
      return { true: true, false: false }[trimmed.toLowerCase()];
    case "json":
      return readJsonCell(trimmed);
  }
}

const readNumber = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

function readJsonCell(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
