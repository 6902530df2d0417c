"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  useWatch,
} from "react-hook-form";
import type { z } from "zod";
import { FormUploads } from "@/components/form/form-uploads";
import { useSchemaForm } from "@/components/form/use-schema-form";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { GeneratorFormProps } from "@/components/generators";

interface GeneratorFormOptions<
  Schema extends z.ZodType<unknown, FieldValues>,
  Form extends object,
> extends Pick<GeneratorFormProps, "onInputChange" | "onSubmit"> {
  /** The rules come when the form is first used: it is in sight before them. The same function at every render. */
  loadRules: () => Promise<Schema>;
  /** Read from something untrusted; taken once. */
  start: Form;
  /** What the page keeps of a form that is not sent yet. Told anew whenever the function is another. */
  toDraft: (form: Form) => Record<string, unknown>;
  toSentInput: (form: Form) => Record<string, unknown>;
  /** What the rules cannot know and is wrong already: told at its fields, and nothing is sent. */
  findProblems?: (form: Form) => FieldProblem[];
  /** After the rules have refused and the first of the fields they name was given the focus. */
  onInvalid?: (errors: FieldErrors<z.input<Schema>>) => void;
}

/**
 * What the forms of all generators have in common: their rules, the draft that follows every change, and what becomes of
 * a submission. Its `frame` is for `GeneratorFormFrame`, its `bar` for the generator's submit bar.
 *
 * @typeParam Form every field of the schema's input, absent ones as undefined: the form's own picture of an input
 */
export function useGeneratorForm<Schema extends z.ZodType<unknown, FieldValues>, Form extends object>({
  loadRules,
  start,
  toDraft,
  toSentInput,
  findProblems,
  onInvalid,
  onInputChange,
  onSubmit,
}: GeneratorFormOptions<Schema, Form>) {
  type Values = z.input<Schema>;
  const errorText = useErrorText();
  const form = useSchemaForm<Schema>(loadRules, start as DefaultValues<Values>);
  const { control, formState, getValues, setValue } = form;
  const values = useWatch({ control }) as Form;
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);

  const untouched = useRef<string>(undefined);
  const tellChange = useEffectEvent((draft: Record<string, unknown>) => {
    // Looking at a form changes nothing.
    const text = JSON.stringify(draft);
    if ((untouched.current ??= text) === text) return;
    untouched.current = "";
    onInputChange(draft);
  });
  useEffect(() => tellChange(toDraft(values)), [values, toDraft]);

  /** What was typed last: an editor may tell of its text a moment after the last render. */
  const readNow = () => getValues() as unknown as Form;

  /** Sets the fields that are not as they were; what was refused before is looked at again. */
  function setChanged(next: Partial<Form>): void {
    const known = readNow();
    for (const name of Object.keys(next) as (keyof Form & FieldPath<Values>)[]) {
      if (next[name] === known[name]) continue;
      setValue(name, next[name] as PathValue<Values, typeof name>, { shouldDirty: true });
    }
    if (formState.isSubmitted) void form.trigger();
  }

  const [uploads] = useState(() => new FormUploads());
  const [awaitsFiles, setAwaitsFiles] = useState(false);
  const awaitsFilesRef = useRef(false);

  /** A file that is not there yet is waited for; one that does not come ends the submission, and says why at its field. */
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

  const send = form.handleSubmit(async (input) => {
    setRefusal(null);
    // What the schema parses is written as what is typed.
    const sent = input as unknown as Form;
    if (form.showFieldProblems(findProblems?.(sent) ?? [])) return;
    const outcome = await onSubmit(toSentInput(sent));
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
  }, onInvalid);

  return {
    form,
    control,
    values,
    errors: formState.errors,
    readNow,
    setChanged,
    frame: { onSubmit: submit, onUse: () => void loadRules(), uploads },
    bar: {
      pending: formState.isSubmitting || awaitsFiles,
      awaitsFiles,
      refusal: form.hiddenProblem ? { title: form.hiddenProblem, action: "" } : refusal,
    },
  };
}
