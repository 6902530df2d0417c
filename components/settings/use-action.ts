"use client";

import { useCallback, useState } from "react";
import type { ActionResult } from "@/lib/http/action-result";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { studioUnreachableCode } from "@/components/data/api-fetch";

/** Why an action did not happen. */
export interface ShownProblem {
  code: string;
  fields: readonly FieldProblem[];
  requestId?: string;
}

export interface RunningAction<Arguments extends unknown[], Value> {
  /** Calls the action; null when it was refused, and `problem` says why. */
  run: (...input: Arguments) => Promise<{ value: Value } | null>;
  pending: boolean;
  problem: ShownProblem | null;
  setProblem: (problem: ShownProblem | null) => void;
}

/** A server action with its state: under way, refused and why. */
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
      const refuse = (refusal: ShownProblem) => {
        setProblem(refusal);
        onRefused?.(refusal);
        return null;
      };
      try {
        const result = await action(...input);
        return result.ok ? { value: result.value } : refuse(result.problem);
      } catch {
        // A server action turns its own failures into problems; what throws here is the way to the studio.
        return refuse({ code: studioUnreachableCode, fields: [] });
      } finally {
        setPending(false);
      }
    },
    [action, onRefused],
  );
  return { run, pending, problem, setProblem };
}
