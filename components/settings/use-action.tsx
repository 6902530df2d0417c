"use client";

import { useCallback, useState } from "react";
import { callAction } from "@/components/queries/call-action";
import { Notice } from "@/components/ui/notice";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { useErrorText } from "@/lib/i18n/use-error-text";

/** Why an action failed. */
export interface ShownProblem {
  code: string;
  fields: readonly FieldProblem[];
  requestId?: string;
}

interface RunningAction<Arguments extends unknown[], Value> {
  /** Calls the action. Returns null if it failed; `problem` says why. */
  run: (...input: Arguments) => Promise<{ value: Value } | null>;
  pending: boolean;
  problem: ShownProblem | null;
  setProblem: (problem: ShownProblem | null) => void;
}

/** Runs a server action and tracks whether it is pending or failed. */
export function useAction<Arguments extends unknown[], Value>(
  action: (...input: Arguments) => Promise<ActionResult<Value>>,
  options: { onRefused?: (problem: ShownProblem) => void } = {},
): RunningAction<Arguments, Value> {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const { onRefused } = options;
  const run = useCallback(
    async (...input: Arguments) => {
      setPending(true);
      setProblem(null);
      const result = await callAction(() => action(...input));
      setPending(false);
      if (result.ok) return { value: result.value };
      setProblem(result.problem);
      onRefused?.(result.problem);
      return null;
    },
    [action, onRefused],
  );
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
