"use client";

import { createContext, use, type ComponentType } from "react";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { FieldProblem } from "@/lib/errors/studio-error";

/** What a form needs to know of the connected service: what it has beside the required part. */
export type FormFeatures = ConnectionSummary["features"];

/** How a submission went. What the person can mend comes back with the fields it stands at. */
export type SubmitOutcome =
  { ok: true } | { ok: false; problem: { code: string; fields: readonly FieldProblem[] } };

/** What every generator's form is given. */
export interface GeneratorFormProps {
  /** What it starts with. Untrusted: a draft out of the browser's storage, or the input of an older studio. */
  initialInput: unknown;
  /** Null where no service is connected. */
  features: FormFeatures | null;
  /** The input of the newest take, for what can be taken over from it. */
  lastInput: Record<string, unknown> | null;
  /** Told of every change; the page keeps it as a draft. */
  onInputChange: (input: Record<string, unknown>) => void;
  /** Sends a parsed input. The form stays as it is. */
  onSubmit: (input: Record<string, unknown>) => Promise<SubmitOutcome>;
}

/** What only a generator can provide to a page. `generators/registry.client.tsx` provides it, loaded when needed. */
export interface GeneratorParts {
  Form: ComponentType<GeneratorFormProps & { generator: string }>;
  /** A prompt with its instructions highlighted; the plain prompt where the generator reads none. */
  PromptText: ComponentType<{ generator: string; model: string; prompt: string }>;
  /** The same input with a new seed, or undefined where the generator cannot vary. */
  varyInput: (
    generator: string,
    input: Record<string, unknown>,
  ) => Promise<Record<string, unknown> | undefined>;
}

const GeneratorPartsContext = createContext<GeneratorParts | null>(null);

export const GeneratorPartsProvider = GeneratorPartsContext.Provider;

export function useGeneratorParts(): GeneratorParts {
  const parts = use(GeneratorPartsContext);
  if (!parts) throw new Error("useGeneratorParts needs a GeneratorPartsProvider.");
  return parts;
}
