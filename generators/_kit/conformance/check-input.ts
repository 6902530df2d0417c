import { isDeepStrictEqual } from "node:util";
import { toFieldProblems } from "@/lib/errors/field-problems";
import type { ConformanceSubject } from "./subject";

/** A new form lacks exactly the fields in requiredByPerson. */
export function checkDefaultInput({ definition }: ConformanceSubject): string[] {
  const { defaultInput, inputSchema, requiredByPerson } = definition;
  const result = inputSchema.safeParse(defaultInput);
  const wrong = new Set(
    (result.error ? toFieldProblems(result.error, defaultInput) : []).map(({ path }) => path.split(".")[0]!),
  );
  return [
    ...[...wrong]
      .filter((field) => !requiredByPerson.includes(field))
      .map((field) => `defaultInput: ${field} is refused, though no person must fill it.`),
    ...requiredByPerson
      .filter((field) => !wrong.has(field))
      .map((field) => `defaultInput: ${field} need not be filled, though requiredByPerson names it.`),
  ];
}

/** Three valid examples with distinct keys. */
export function checkExamples({ definition }: ConformanceSubject): string[] {
  const { examples, inputSchema } = definition;
  const keys = new Set(examples.map(({ key }) => key));
  return [
    ...(examples.length === 3 ? [] : [`There are ${examples.length} examples, not three.`]),
    ...(keys.size === examples.length ? [] : ["Two examples have one key."]),
    ...examples.flatMap(({ key, input }) => {
      const { error } = inputSchema.safeParse(input);
      return error
        ? toFieldProblems(error, input).map(
            ({ path, key: rule }) => `Example ${key}: ${path} breaks ${rule}.`,
          )
        : [];
    }),
  ];
}

/** An unknown field is refused, not dropped. */
export function checkUnknownField({ definition }: ConformanceSubject): string[] {
  return definition.examples.flatMap(({ key, input }) => {
    const extended = { ...input, no_such_field: 1 };
    const { error } = definition.inputSchema.safeParse(extended);
    const told = error ? toFieldProblems(error, extended) : [];
    return told.some(({ path, key: rule }) => path === "no_such_field" && rule === "field.unknown")
      ? []
      : [`Example ${key}: an unknown field is not told as field.unknown.`];
  });
}

/** A parsed input survives the database's JSON and parses to itself. */
export function checkRoundTrip({ definition }: ConformanceSubject): string[] {
  return parseExamples(definition).flatMap(({ key, parsed }) => {
    const stored = JSON.parse(JSON.stringify(parsed)) as unknown;
    if (!isDeepStrictEqual(stored, parsed)) return [`Example ${key}: JSON loses a part of the input.`];
    const again = definition.inputSchema.safeParse(stored);
    return again.success && isDeepStrictEqual(again.data, parsed)
      ? []
      : [`Example ${key}: a parsed input does not parse to itself.`];
  });
}

/** varyInput returns a valid input with the same summary. */
export function checkVariation({ definition }: ConformanceSubject): string[] {
  const { inputSchema, summariseInput, varyInput } = definition;
  if (!varyInput) return [];
  return parseExamples(definition).flatMap(({ key, parsed }) => {
    const varied = inputSchema.safeParse(varyInput(parsed));
    if (!varied.success) return [`Example ${key}: what varyInput gives is refused.`];
    return isDeepStrictEqual(summariseInput(varied.data), summariseInput(parsed))
      ? []
      : [`Example ${key}: varyInput changes what is asked for.`];
  });
}

/** The parsed examples; checkExamples reports invalid ones. */
export function parseExamples({
  examples,
  inputSchema,
}: Pick<ConformanceSubject["definition"], "examples" | "inputSchema">) {
  return examples.flatMap(({ key, input }) => {
    const result = inputSchema.safeParse(input);
    return result.success ? [{ key, parsed: result.data }] : [];
  });
}
