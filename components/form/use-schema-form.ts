"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { formatBytes } from "@/lib/i18n/format-bytes";
import {
  type FieldErrors,
  type FieldValues,
  type FormSnapshot,
  FormState,
  type Resolver,
} from "./form-state";

/**
 * Returns a function that describes a field problem in the person's language. Values whose names end in `Bytes` are
 * written as sizes. Needs the `validation` messages.
 */
export function useFieldProblemText(): (problem: FieldProblem) => string {
  const t = useTranslations("validation");
  const format = useFormatter();
  return useCallback(
    ({ key, values }) => {
      // Keys come from schemas at run time; the messages file is the catalogue of valid keys.
      const known = key as Parameters<typeof t>[0];
      if (!t.has(known)) return t("field.invalid");
      const written = Object.entries(values ?? {}).map(([name, value]): [string, string | number] => [
        name,
        /bytes$/i.test(name) && typeof value === "number" ? formatBytes(format, value) : value,
      ]);
      return t(known, Object.fromEntries(written));
    },
    [t, format],
  );
}

export interface SchemaForm<Values extends object, Output> extends FormSnapshot<Values> {
  control: FormState<Values, Output>;
  /** Whether a value differs from its default. */
  isDirty: boolean;
  /** Loads the rules ahead of the first check, which loads them again if that fails. */
  prepare(): void;
  /** The handler of the form's submission: passes valid values on, or shows the problems. */
  handleSubmit(
    onValid: (output: Output) => unknown,
    onInvalid?: (errors: FieldErrors<Values>) => unknown,
  ): (event?: { preventDefault: () => void }) => Promise<void>;
  /** Shows a server's field problems. Returns false if no named field is on the form. */
  showFieldProblems(problems: readonly FieldProblem[]): boolean;
  /** The problem of the last submission at a field that is not visible; the form shows it itself. */
  hiddenProblem: string | null;
}

interface SchemaFormOptions<Values> {
  /** Leaves out fields that do not apply to the current choice. Keep the function stable. */
  select?: (values: Values) => Values;
}

/** Loads what checks values: the rules, and the code that describes their problems. */
async function loadCheck<Schema>(schema: Schema | (() => Promise<Schema>)) {
  const [rules, { toFieldProblems }] = await Promise.all([
    schema instanceof Function ? schema() : schema,
    import("@/lib/errors/field-problems"),
  ]);
  return { rules, toFieldProblems };
}

/**
 * A form validated by the zod schema that the server uses too. Problems appear at their fields, whether browser or
 * server found them.
 *
 * @param schema the schema, or a function that loads it, so that a form can render before its rules arrive
 */
export function useSchemaForm<Schema extends z.ZodType<unknown, FieldValues>>(
  schema: Schema | (() => Promise<Schema>),
  defaultValues: z.input<Schema>,
  { select }: SchemaFormOptions<z.input<Schema>> = {},
): SchemaForm<z.input<Schema>, z.output<Schema>> {
  type Values = z.input<Schema>;
  type Output = z.output<Schema>;
  const describe = useFieldProblemText();
  const [hiddenProblem, setHiddenProblem] = useState<string | null>(null);
  const resolver = useMemo<Resolver<Values, Output>>(
    () => async (typed) => {
      const values = select ? select(typed) : typed;
      const check = await loadCheck(schema).catch(() => null);
      // Rules that cannot be fetched leave the check to the server, or the message to the failed submission.
      if (!check) return { isValid: true, output: values as unknown as Output };
      const result = check.rules.safeParse(values);
      if (result.success) return { isValid: true, output: result.data };
      const problems = check.toFieldProblems(result.error, values);
      return { isValid: false, errors: toFieldErrors<Values>(problems, describe) };
    },
    [schema, select, describe],
  );
  const [control] = useState(() => new FormState<Values, Output>(defaultValues, resolver));
  useEffect(() => control.setResolver(resolver), [control, resolver]);
  const snapshot = useSyncExternalStore(control.subscribe, control.getSnapshot, control.getSnapshot);

  const showFieldProblems = useCallback(
    (problems: readonly FieldProblem[]) => {
      const nameOf = ({ path }: FieldProblem) => path.split(".")[0]!;
      const { values } = control.getSnapshot();
      const shown = problems.filter((problem) => {
        const name = nameOf(problem);
        return name in values && !control.isRemoved(name);
      });
      for (const problem of shown)
        control.setError(problem.path, { type: problem.key, message: describe(problem) });
      const [first] = shown;
      if (first) control.focusInvalid([nameOf(first)]);
      return shown.length > 0;
    },
    [control, describe],
  );
  const handleSubmit: SchemaForm<Values, Output>["handleSubmit"] = (onValid, onInvalid) => (event) => {
    event?.preventDefault();
    return control.submit(
      (output) => {
        setHiddenProblem(null);
        return onValid(output);
      },
      (errors) => {
        const { values } = control.getSnapshot();
        setHiddenProblem(findHiddenProblem(errors, (name) => control.isRemoved(name), values));
        return onInvalid?.(errors);
      },
    );
  };
  return {
    ...snapshot,
    control,
    isDirty: control.isDirty,
    prepare: () => void loadCheck(schema).catch(() => {}),
    handleSubmit,
    showFieldProblems,
    hiddenProblem,
  };
}

/** Nests the first problem of each field by its path. */
function toFieldErrors<Values extends FieldValues>(
  problems: FieldProblem[],
  describe: (problem: FieldProblem) => string,
): FieldErrors<Values> {
  const errors: Record<string, unknown> = {};
  for (const problem of problems) {
    const keys = problem.path.split(".");
    const last = keys.pop() ?? "";
    let parent = errors;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] ??= { type: problem.key, message: describe(problem) };
  }
  return errors as FieldErrors<Values>;
}

/**
 * Returns the message of the first problem that has no visible control: its control was removed, or the form has no
 * such field. Null when every problem is visible.
 */
export function findHiddenProblem(
  errors: object,
  isRemoved: (name: string) => boolean,
  values: object,
): string | null {
  for (const [name, error] of Object.entries(errors) as [string, unknown][])
    if (isRemoved(name) || !(name in values)) return findSentence(error);
  return null;
}

function findSentence(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const part of Object.values(error)) {
    const sentence = findSentence(part);
    if (sentence !== null) return sentence;
  }
  return null;
}
