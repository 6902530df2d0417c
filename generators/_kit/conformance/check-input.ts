import { isDeepStrictEqual } from "node:util";
import { toFieldProblems } from "@/lib/errors/field-problems";
import type { ConformanceSubject } from "./subject";

/** A new form lacks just what a person must fill, and every field named so is lacking. */
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

/** Three examples, told apart by their keys, each of which could be sent as it is. */
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

/** A field that nobody knows is refused, not dropped. */
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

/** What was parsed survives the database's JSON, and parses to the same again. */
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

/** Vary gives an input that can be sent and asks for the same thing. */
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

/** The examples as the worker gets them; those that do not parse are told by checkExamples. */
export function parseExamples({
  examples,
  inputSchema,
}: Pick<ConformanceSubject["definition"], "examples" | "inputSchema">) {
  return examples.flatMap(({ key, input }) => {
    const result = inputSchema.safeParse(input);
    return result.success ? [{ key, parsed: result.data }] : [];
  });
}
