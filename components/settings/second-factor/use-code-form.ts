"use client";

import { useSchemaForm } from "@/components/form/use-schema-form";
import type { CodeInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { useAction } from "../use-action";

const loadRules = async () => (await import("@/lib/auth/account-input")).codeInputSchema;

/** A form of one code. `onAccepted` gets what the action returned. */
export function useCodeForm<Value>(
  send: (input: CodeInput) => Promise<ActionResult<Value>>,
  onAccepted: (value: Value) => void,
) {
  const form = useSchemaForm(loadRules, { code: "" });
  const { run, pending, problem, setProblem } = useAction(send, {
    onRefused: ({ fields }) => {
      if (form.showFieldProblems(fields)) setProblem(null);
    },
  });
  const submit = form.handleSubmit(async (input, event) => {
    // React events bubble through the component tree, also out of a dialog.
    event?.stopPropagation();
    const accepted = await run(input);
    if (accepted) onAccepted(accepted.value);
  });
  return { form, submit, pending, problem, error: form.formState.errors.code?.message };
}
