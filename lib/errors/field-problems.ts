import type { z } from "zod";
import type { FieldProblem } from "./studio-error";

type Issue = z.core.$ZodIssue;
type Values = Record<string, string | number>;

/** A schema sets its own message by using the key as zod's error text, for example `image.width.multiple`. */
const keyPattern = /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/i;

/** The value at a path of the input; undefined without one. */
function readAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

function keyOf(issue: Issue, input: unknown): string {
  if (issue.code === "custom" && typeof issue.params?.key === "string") return issue.params.key;
  if (keyPattern.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      if (readAt(input, issue.path) === undefined) return "field.required";
      return issue.code === "invalid_type" ? "field.type" : "field.choice";
    case "unrecognized_keys":
      return "field.unknown";
    case "too_small":
      if (issue.origin === "string") return "field.too-short";
      return issue.origin === "array" ? "field.too-few" : "field.too-small";
    case "too_big":
      if (issue.origin === "string") return "field.too-long";
      return issue.origin === "array" ? "field.too-many" : "field.too-big";
    case "not_multiple_of":
      return "field.multiple";
    case "invalid_format":
      return issue.format === "email" || issue.format === "url" ? `field.${issue.format}` : "field.format";
    case "invalid_union":
      return "field.type";
    default:
      return "field.invalid";
  }
}

/** The values of the broken rule that a message can show. */
function valuesOf(issue: Issue): Values {
  const facts: Record<string, unknown> = { ...issue };
  const params = (issue.code === "custom" && issue.params) || {};
  const candidates: [string, unknown][] = [
    ...["minimum", "maximum", "divisor", "expected", "format"].map((name): [string, unknown] => [
      name,
      facts[name],
    ]),
    ["allowed", issue.code === "invalid_value" ? issue.values.map(String).join(", ") : undefined],
    ...Object.entries(params).filter(([name]) => name !== "key"),
  ];
  return Object.fromEntries(
    candidates
      .map(([name, value]): [string, unknown] => [name, typeof value === "bigint" ? Number(value) : value])
      .filter(
        (entry): entry is [string, string | number] =>
          typeof entry[1] === "string" || typeof entry[1] === "number",
      ),
  );
}

/** The branch of a union whose own type fits the input, if exactly one does. */
function findNearestBranch(branches: Issue[][]): Issue[] | undefined {
  const fitting = branches.filter((issues) => issues.every((issue) => issue.path.length > 0));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function describeAt(issue: Issue, parent: readonly PropertyKey[], input: unknown): FieldProblem[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, maxFieldProblems)
      .map((name) => ({ path: joinPath([...path, name]), key: keyOf(issue, input) }));
  }
  if (issue.code === "invalid_union") {
    const branch = findNearestBranch(issue.errors);
    if (branch) return branch.flatMap((nested) => describeAt(nested, path, input));
  }
  const values = valuesOf(issue);
  const problem = { path: joinPath(path), key: keyOf({ ...issue, path }, input) };
  return [Object.keys(values).length > 0 ? { ...problem, values } : problem];
}

function joinPath(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

/** More than any form has fields; a response must not grow with every unknown name in the request. */
const maxFieldProblems = 100;

/**
 * Converts zod's issues to field problems with dotted paths and keys of the `validation` messages, at most the first
 * hundred.
 *
 * A key set by the schema is used unchanged, as in lib/service. zod's own issues become `field.required`,
 * `type`, `choice` (value `allowed`), `too-short`, `too-few` and `too-small` (`minimum`), `too-long`,
 * `too-many` and `too-big` (`maximum`), `multiple` (`divisor`), `email`, `url`, `format`, `unknown` or
 * `invalid`. A custom issue may also set its key and values in `params: {key, ...values}`.
 */
export function toFieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues
    .slice(0, maxFieldProblems)
    .flatMap((issue) => describeAt(issue, [], input))
    .slice(0, maxFieldProblems);
}
