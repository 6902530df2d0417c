import type { z } from "zod";

/** A value in a translated message; lists are joined with ", ", which every message format supports. */
export type IssueValue = string | number;

/** One problem of a request: its field, the rule, and the rule's values. */
export interface RequestProblem {
  /** Dotted path from the root of the request, for example `width` or `subject_reference.0.image_file`. */
  path: string;
  /** A stable key, for example `image.width.multiple`; README.md describes the convention. */
  key: string;
  values: Record<string, IssueValue>;
}

/** The relevant part of a zod issue, raw (while parsing) or final. */
interface IssueLike {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly params?: Record<string, unknown> | undefined;
  readonly [property: string]: unknown;
}

/**
 * Keys of zod's built-in issues. All builders of `fields.ts` pass this as `error`, so `issue.message` is always
 * a key.
 */
export function keyOfBuiltInIssue(issue: IssueLike): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "field.required" : "field.type";
    case "invalid_value":
      return issue.input === undefined ? "field.required" : "field.choice";
    case "unrecognized_keys":
      return "field.unknown";
    case "too_small":
      return "field.too-small";
    case "too_big":
      return "field.too-big";
    case "not_multiple_of":
      return "field.multiple";
    case "invalid_format":
      return "field.format";
    case "invalid_union":
      return "field.type";
    default:
      return "field.invalid";
  }
}

/** A custom issue for `refine` and `addIssue`: its message is the key, `params` holds the values. */
export function ruleIssue(key: string, values: Record<string, IssueValue | readonly IssueValue[]> = {}) {
  return { message: key, params: { ...flattenLists(values), key } };
}

/** Reports a broken cross-field rule at a field. */
export function reportProblem(
  context: z.RefinementCtx,
  path: readonly (string | number)[],
  key: string,
  values: Record<string, IssueValue | readonly IssueValue[]> = {},
): void {
  context.addIssue({ code: "custom", path: [...path], ...ruleIssue(key, values) });
}

/** Reports problems found by a check outside of zod. */
export function reportProblems(context: z.RefinementCtx, problems: readonly RequestProblem[]): void {
  for (const { path, key, values } of problems) reportProblem(context, path.split("."), key, values);
}

const BUILT_IN_VALUES = ["minimum", "maximum", "divisor", "expected", "format"] as const;

/** Converts one zod issue. */
function describeIssue(issue: z.core.$ZodIssue): RequestProblem {
  const facts: IssueLike = { ...issue };
  const values: Record<string, IssueValue> = {};
  for (const name of BUILT_IN_VALUES) {
    const value = facts[name];
    if (typeof value === "number" || typeof value === "string") values[name] = value;
  }
  if (Array.isArray(facts.values)) values.allowed = facts.values.join(", ");
  if (Array.isArray(facts.keys)) values.names = facts.keys.join(", ");
  for (const [name, value] of Object.entries(facts.params ?? {})) {
    if (name !== "key" && (typeof value === "number" || typeof value === "string")) values[name] = value;
  }
  return { path: issue.path.map(String).join("."), key: issue.message, values };
}

/** All problems of a failed parse, in the order of the fields. */
export function describeIssues(error: z.ZodError): RequestProblem[] {
  return error.issues.map(describeIssue);
}

function flattenLists(
  values: Record<string, IssueValue | readonly IssueValue[]>,
): Record<string, IssueValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" ? value.join(", ") : value,
    ]),
  );
}
