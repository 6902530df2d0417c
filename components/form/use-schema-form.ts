"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { formatBytes } from "@/lib/i18n/format-bytes";

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

export interface SchemaForm<Values extends FieldValues, Output> extends UseFormReturn<
  Values,
  unknown,
  Output
> {
  /** Shows a server's field problems. Returns false if no named field is on the form. */
  showFieldProblems(problems: readonly FieldProblem[]): boolean;
  /** The problem of the last submission at a field that is not visible; the form shows it itself. */
  hiddenProblem: string | null;
}

interface SchemaFormOptions<Values> {
  /** Leaves out fields that do not apply to the current choice. Keep the function stable. */
  select?: (values: Values) => Values;
}

/** Comes with the rules, which every form loads when it is used. */
const loadFieldProblems = () => import("@/lib/errors/field-problems");

/** Loads the rules once; null where they cannot be fetched. */
function createRulesLoader<Schema extends z.ZodType<unknown, FieldValues>>(
  schema: Schema | (() => Promise<Schema>),
) {
  let loaded: [Schema, Awaited<ReturnType<typeof loadFieldProblems>>] | null = null;
  return async () => {
    // Offline, a browser tries for a while to load code. What was pressed must not wait for it, or it would be sent after all.
    if (!loaded && navigator.onLine)
      loaded = await Promise.all([
        typeof schema === "function" ? schema() : schema,
        loadFieldProblems(),
      ]).catch(() => null);
    return loaded;
  };
}

/**
 * A form validated by the zod schema that the server uses too. Problems appear at their fields, whether browser or
 * server found them.
 *
 * @param schema the schema, or a function that loads it, so that a form can render before its rules arrive
 */
export function useSchemaForm<Schema extends z.ZodType<unknown, FieldValues>>(
  schema: Schema | (() => Promise<Schema>),
  defaultValues: DefaultValues<z.input<Schema>>,
  { select }: SchemaFormOptions<z.input<Schema>> = {},
): SchemaForm<z.input<Schema>, z.output<Schema>> {
  type Values = z.input<Schema>;
  type Output = z.output<Schema>;
  const describe = useFieldProblemText();
  const controls = useRef<KnownControls>({});
  const [hiddenProblem, setHiddenProblem] = useState<string | null>(null);
  const load = useMemo(() => createRulesLoader(schema), [schema]);
  const resolver = useMemo<Resolver<Values, unknown, Output>>(
    () =>
      async (typed, _context, { fields }) => {
        controls.current = { ...controls.current, ...(fields as KnownControls) };
        const values = select ? select(typed) : typed;
        const loaded = await load();
        // Rules that cannot be fetched leave the check to the server, or the message to the failed submission.
        if (!loaded) return { values: values as unknown as Output, errors: {} as Record<string, never> };
        const [rules, { toFieldProblems }] = loaded;
        const result = rules.safeParse(values);
        if (result.success) return { values: result.data as Output, errors: {} as Record<string, never> };
        return {
          values: {} as Record<string, never>,
          errors: toFieldErrors<Values>(toFieldProblems(result.error, values), describe),
        };
      },
    [load, select, describe],
  );
  const form = useForm<Values, unknown, Output>({ resolver, defaultValues, mode: "onTouched" });
  const { getValues, setError, handleSubmit } = form;
  const showFieldProblems = useCallback(
    (problems: readonly FieldProblem[]) => {
      const shown = problems.filter(
        ({ path }) => path.split(".")[0]! in getValues() && !isTakenAway(controls.current, path),
      );
      for (const [index, problem] of shown.entries()) {
        const error = { type: problem.key, message: describe(problem) };
        setError(problem.path as FieldPath<Values>, error, { shouldFocus: index === 0 });
      }
      return shown.length > 0;
    },
    [describe, getValues, setError],
  );
  const submit = useCallback<typeof handleSubmit>(
    (onValid, onInvalid) =>
      handleSubmit(
        (values, event) => {
          setHiddenProblem(null);
          return onValid(values, event);
        },
        (errors, event) => {
          setHiddenProblem(findHiddenProblem(errors, controls.current, getValues()));
          return onInvalid?.(errors, event);
        },
      ),
    [getValues, handleSubmit],
  );
  return { ...form, handleSubmit: submit, showFieldProblems, hiddenProblem };
}

/** Nests the first problem of each field by its path, as react-hook-form expects. */
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

/** Controls that the form has had, by the first part of their path; `mount` is false for removed ones. */
type KnownControls = Readonly<Record<string, { mount?: boolean } | undefined>>;

/**
 * Whether the control of a field was on the form and has been removed. A field without a control of its own counts as
 * visible.
 *
 * @param path dotted
 */
export function isTakenAway(controls: KnownControls, path: string): boolean {
  return controls[path.split(".")[0]!]?.mount === false;
}

/**
 * Returns the message of the first problem that has no visible control: its control was removed, or the form has no
 * such field. Null when every problem is visible.
 */
export function findHiddenProblem(
  errors: FieldErrors,
  controls: KnownControls,
  values: FieldValues,
): string | null {
  for (const [name, error] of Object.entries(errors))
    if (isTakenAway(controls, name) || !(name in values)) return findSentence(error);
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
