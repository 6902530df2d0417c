import type { z } from "zod";
import type { FieldProblem } from "./studio-error";

type Issue = z.core.$ZodIssue;
type Values = NonNullable<FieldProblem["values"]>;

/** The value at a path of the input; undefined where the path leads nowhere. */
function readAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

/** The params of a custom issue that a message may show; everything else stays inside. */
function pickValues(params: Record<string, unknown>): Values {
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string | number] =>
        entry[0] !== "key" && (typeof entry[1] === "string" || typeof entry[1] === "number"),
    ),
  );
}

function describeIssue(issue: Issue, input: unknown): { key: string; values?: Values } {
  switch (issue.code) {
    case "invalid_type":
      return readAt(input, issue.path) === undefined
        ? { key: "required" }
        : { key: "invalid_type", values: { expected: issue.expected } };
    case "too_small":
      return { key: `too_small.${nameOrigin(issue.origin)}`, values: { minimum: Number(issue.minimum) } };
    case "too_big":
      return { key: `too_big.${nameOrigin(issue.origin)}`, values: { maximum: Number(issue.maximum) } };
    case "not_multiple_of":
      return { key: "not_multiple_of", values: { divisor: Number(issue.divisor) } };
    case "invalid_format":
      return { key: issue.format === "email" || issue.format === "url" ? issue.format : "invalid_format" };
    case "invalid_value":
      return { key: "invalid_value", values: { options: issue.values.map(String).join(", ") } };
    case "custom": {
      const params = issue.params ?? {};
      return typeof params.key === "string"
        ? { key: params.key, values: pickValues(params) }
        : { key: "invalid" };
    }
    default:
      return { key: "invalid" };
  }
}

function nameOrigin(origin: string): "string" | "array" | "number" {
  if (origin === "string") return "string";
  return origin === "array" || origin === "set" ? "array" : "number";
}

/** The branch of a union that the input came nearest to: the only one whose own type fits. */
function findNearestBranch(branches: Issue[][]): Issue[] | undefined {
  const fitting = branches.filter((issues) => issues.every((issue) => issue.path.length > 0));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function describeAt(issue: Issue, parent: readonly PropertyKey[], input: unknown): FieldProblem[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((name) => ({
      path: [...path, name].map(String).join("."),
      key: "unrecognized_key",
    }));
  if (issue.code === "invalid_union") {
    const branch = findNearestBranch(issue.errors);
    if (branch) return branch.flatMap((nested) => describeAt(nested, path, input));
  }
  const { key, values } = describeIssue({ ...issue, path }, input);
  return [
    {
      path: path.map(String).join("."),
      key,
      ...(values && Object.keys(values).length > 0 ? { values } : {}),
    },
  ];
}

/**
 * What zod found wrong, as field problems: dotted paths and keys of the `validation` messages.
 *
 * Keys: `required`, `invalid_type`, `too_small.string|array|number` (value `minimum`), `too_big.…` (`maximum`),
 * `not_multiple_of` (`divisor`), `email`, `url`, `invalid_format`, `invalid_value` (`options`), `unrecognized_key`,
 * `invalid`; a custom issue with `params: {key, ...values}` names its own.
 */
export function toFieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues.flatMap((issue) => describeAt(issue, [], input));
}
