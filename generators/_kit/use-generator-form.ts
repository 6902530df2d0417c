"use client";

import { use, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  useWatch,
} from "react-hook-form";
import type { z } from "zod";
import type { ReadForm } from "@/components/form/batch-choice";
import { FormUploads } from "@/components/form/form-uploads";
import type { TypedTextValues } from "@/components/form/typed-texts";
import { StartProblemsContext } from "@/components/form/start-problems";
import { useSchemaForm } from "@/components/form/use-schema-form";
import type { ExpectedUsage } from "@/lib/costs/units";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { FormFeatures, GeneratorFormProps } from "@/components/generators";

interface GeneratorFormOptions<
  Schema extends z.ZodType<unknown, FieldValues>,
  Form extends object,
> extends Pick<GeneratorFormProps, "onInputChange" | "onSubmit"> {
  features?: FormFeatures | null;
  /** Loads the schema when the form is first used, so that the form appears sooner. Must be a stable function. */
  loadRules: () => Promise<Schema>;
  /** What the values would use, for an estimate of what that costs. */
  expectUsage?: (form: Form) => ExpectedUsage;
  /** The first values; later ones are ignored. */
  start: Form;
  /** The input to send; without `features`, a draft, which keeps fields that only another service offers. */
  toSentInput: (form: Form, features: FormFeatures | null) => Record<string, unknown>;
  /** The draft if it differs from that. It is written again when the function changes. */
  toDraft?: (form: Form) => Record<string, unknown>;
  /** Problems that the schema cannot know. They are shown at their fields and prevent sending. */
  findProblems?: (form: Form) => FieldProblem[];
  /** Called after validation fails and the first invalid field has focus. */
  onInvalid?: (errors: FieldErrors<z.input<Schema>>) => void;
}

/**
 * The state of a generator's form: loads the schema, reports every change as a draft, and submits. `layout` holds the props
 * of `GeneratorFormLayout`.
 *
 * @typeParam Form every field of the schema's input; absent ones are undefined
 */
export function useGeneratorForm<Schema extends z.ZodType<unknown, FieldValues>, Form extends object>({
  loadRules,
  expectUsage = () => ({}),
  start,
  features = null,
  toSentInput,
  toDraft,
  findProblems,
  onInvalid,
  onInputChange,
  onSubmit,
}: GeneratorFormOptions<Schema, Form>) {
  type Values = z.input<Schema>;
  const errorText = useErrorText();
  const form = useSchemaForm<Schema>(loadRules, start as DefaultValues<Values>);
  const { control, formState, getValues, setValue, subscribe } = form;
  // Parsing does not change the shape of an input, which TypeScript cannot know of any schema.
  const toForm = (input: unknown) => input as Form;
  const values = toForm(useWatch({ control }));
  /** The current values: an editor may report its text after the last render. */
  const readNow = () => toForm(getValues());
  /** The error code of the last submission. */
  const [refusal, setRefusal] = useState<string | null>(null);

  const untouched = useRef<string>(undefined);
  const tellChange = useEffectEvent(() => {
    const draft = toDraft ? toDraft(readNow()) : toSentInput(readNow(), null);
    // An untouched form is not reported.
    const text = JSON.stringify(draft);
    if ((untouched.current ??= text) === text) return;
    untouched.current = "";
    onInputChange(draft);
  });
  useEffect(() => tellChange(), [toDraft, toSentInput]);
  // Not after a render: typed text renders when the browser has time, and a page that closes before must not lose it.
  useEffect(() => subscribe({ formState: { values: true }, callback: () => tellChange() }), [subscribe]);

  /** Sets the fields that differ, and validates again after a submission. */
  function setChanged(next: Partial<Form>): void {
    const known = readNow();
    for (const name of Object.keys(next) as (keyof Form & FieldPath<Values>)[]) {
      if (next[name] === known[name]) continue;
      setValue(name, next[name] as PathValue<Values, typeof name>, { shouldDirty: true });
    }
    if (formState.isSubmitted) void form.trigger();
  }

  const startProblems = use(StartProblemsContext);
  const showStartProblems = useEffectEvent(() => startProblems && form.showFieldProblems(startProblems));
  useEffect(() => void showStartProblems(), []);

  const [uploads] = useState(() => new FormUploads());
  const [awaitsFiles, setAwaitsFiles] = useState(false);
  const awaitsFilesRef = useRef(false);

  /** Waits for uploads; a failed one ends the submission and is reported at its field. */
  async function submit(): Promise<void> {
    if (awaitsFilesRef.current) return;
    if (uploads.isPending) {
      setAwaitsFiles((awaitsFilesRef.current = true));
      const stored = await uploads.allStored();
      setAwaitsFiles((awaitsFilesRef.current = false));
      if (!stored) return;
    }
    await send();
  }

  /** What the form would send, unchecked; null if an upload fails. */
  async function readForm(): Promise<ReadForm | null> {
    if (uploads.isPending && !(await uploads.allStored())) return null;
    return {
      input: toSentInput(readNow(), features),
      rules: await loadRules(),
      expectUsage: (input) => expectUsage(toForm(input)),
    };
  }

  const send = form.handleSubmit(async (input) => {
    setRefusal(null);
    const sent = toForm(input);
    if (form.showFieldProblems(findProblems?.(sent) ?? [])) return;
    const outcome = await onSubmit(toSentInput(sent, features));
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(code);
  }, onInvalid);

  return {
    form,
    control,
    values,
    errors: formState.errors,
    readNow,
    setChanged,
    layout: {
      expectUsage: (texts: TypedTextValues) => expectUsage({ ...values, ...texts }),
      onSubmit: submit,
      readForm,
      onUse: () => void loadRules(),
      uploads,
      pending: formState.isSubmitting || awaitsFiles,
      awaitsFiles,
      refusal: form.hiddenProblem
        ? { title: form.hiddenProblem, action: "" }
        : refusal === null
          ? null
          : errorText(refusal),
    },
  };
}
