import { studioClock } from "@/lib/clock";
import { afterCommit } from "@/lib/db/after-commit";
import type { Queryable } from "@/lib/db/database.server";
import type { ErrorFacts } from "@/lib/errors/error-dto";
import { getLogger } from "@/lib/errors/logger.server";
import type { GenerationState } from "./states";

/** What happens to a generation, in the order in which it usually does. docs/monitoring.md describes each. */
export type Step =
  | "queued"
  | "claimed"
  | "requeued"
  | "sent"
  | "accepted"
  | "reported"
  | "answered"
  | "stored"
  | "ended";

/** What a line says of the generation. Never more: inputs and titles are nobody's business but the person's. */
export interface StepRow {
  id: string;
  generator: string;
  model: string;
  createdAt: Date;
}

export interface StepFacts {
  attemptId?: string | null | undefined;
  /** How it ended, or what became of one result. */
  outcome?: GenerationState | "stored" | "partial";
  /** Why. */
  error?: ErrorFacts | null | undefined;
  /** Of a result: its role and its place among those of the role. */
  result?: string;
}

/** Logs one line for a step, once it is committed. Of `facts`, which may be part of more, only what is named here. */
export function noteStep(
  queryable: Queryable,
  { id: generationId, generator, model, createdAt }: StepRow,
  step: Step,
  { attemptId, outcome, result, error }: StepFacts = {},
): void {
  afterCommit(queryable, () =>
    getLogger().info(
      {
        step,
        generationId,
        ...(attemptId ? { attemptId } : {}),
        generator,
        model,
        durationMs: Math.max(0, studioClock.now() - createdAt.getTime()),
        ...(result ? { result } : {}),
        ...(outcome ? { outcome } : {}),
        ...(error ? { code: error.code } : {}),
        ...(error?.serviceCode === undefined ? {} : { serviceCode: error.serviceCode }),
        ...(error?.traceId === undefined ? {} : { traceId: error.traceId }),
      },
      `Generation ${step}`,
    ),
  );
}
