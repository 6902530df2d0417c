"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callAction } from "@/components/queries/call-action";
import { forgetTyped } from "@/components/ui/typed-text";
import { Notice } from "@/components/ui/notice";
import { showToast } from "@/components/ui/toast";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { usePasswordConfirmation } from "./password-confirmation";

/** Why an action failed. */
export interface ShownProblem {
  code: string;
  fields: readonly FieldProblem[];
  requestId?: string;
}

interface ActionOptions<Arguments extends unknown[], Value> {
  onRefused?: (problem: ShownProblem) => void;
  /** What a toast says once the action has succeeded; the page's data is then read again. */
  announce?: (value: Value, ...input: Arguments) => string;
}

/**
 * Runs a server action and tracks whether it is pending or failed. Asks for the password where the action needs it again.
 * `run` returns null if the action failed; `problem` says why.
 */
export function useAction<Arguments extends unknown[], Value>(
  action: (...input: Arguments) => Promise<ActionResult<Value>>,
  { onRefused, announce }: ActionOptions<Arguments, Value> = {},
) {
  const router = useRouter();
  const askPassword = usePasswordConfirmation();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  async function run(...input: Arguments): Promise<{ value: Value } | null> {
    setPending(true);
    setProblem(null);
    let result = await callAction(() => action(...input));
    if (!result.ok && result.problem.code === "auth.confirm-password" && (await askPassword()))
      result = await callAction(() => action(...input));
    setPending(false);
    if (!result.ok) {
      setProblem(result.problem);
      onRefused?.(result.problem);
      return null;
    }
    if (announce) {
      showToast({ tone: "plain", title: announce(result.value, ...input) });
      forgetTyped();
      router.refresh();
    }
    return { value: result.value };
  }
  return { run, pending, problem, setProblem };
}

/** Shows why an action failed and what to do, with the request id of internal errors. */
export function ProblemNotice({ problem }: { problem: ShownProblem | null }) {
  const describe = useErrorText();
  if (!problem) return null;
  const { title, message, action } = describe(problem.code);
  return (
    <Notice announce title={title} code={problem.code === "internal" ? problem.requestId : undefined}>
      {[message, action].filter(Boolean).join(" ")}
    </Notice>
  );
}
