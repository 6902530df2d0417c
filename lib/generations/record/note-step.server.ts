import { studioClock } from "@/lib/clock";
import { afterCommit } from "@/lib/db/after-commit";
import type { Queryable } from "@/lib/db/database.server";
import type { ErrorFacts } from "@/lib/errors/error-dto";
import { getLogger } from "@/lib/errors/logger.server";
import { noteAsked, noteOnSpan, recordSpan } from "@/lib/traces/trace.server";
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

/** Tells the log and the trace of a step, once it is committed. */
export function noteStep(queryable: Queryable, row: StepRow, step: Step, facts: StepFacts = {}): void {
  afterCommit(queryable, () => {
    logStep(row, step, facts);
    traceStep(row, step, facts);
  });
}

/** Of `facts`, which may be part of more, only what is named here. */
function logStep(
  { id: generationId, generator, model, createdAt }: StepRow,
  step: Step,
  { attemptId, outcome, result, error }: StepFacts,
): void {
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
  );
}

function traceStep(row: StepRow, step: Step, { outcome, error }: StepFacts): void {
  const { id: generationId, generator, model, createdAt } = row;
  const attributes = {
    "reverie.generation_id": generationId,
    "reverie.generator": generator,
    "reverie.model": model,
  };
  if (step === "queued") return noteAsked(generationId, attributes);
  noteOnSpan(step);
  if (step !== "ended") return;
  recordSpan("generation", {
    of: { generationId },
    as: { generationId },
    fromMs: createdAt.getTime(),
    attributes: { ...attributes, "reverie.outcome": outcome, "reverie.service_trace_id": error?.traceId },
    error: error?.code,
  });
}
