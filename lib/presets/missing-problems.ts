import type { FieldProblem } from "@/lib/errors/studio-error";
import type { MissingPart } from "./preset-dto";

/** What the fields of a form say of the parts that a preset lacks. */
export function toMissingProblems(missing: readonly MissingPart[]): FieldProblem[] {
  return missing.map(({ field, what, value = "" }) =>
    what === "file"
      ? { path: field, key: "field.preset-file" }
      : { path: field, key: "field.preset-value", values: { value } },
  );
}
