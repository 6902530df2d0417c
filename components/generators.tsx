"use client";

import { createContext, use, type ComponentType, type ReactNode } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import type { Track } from "@/components/player/track";
import type { ExpectedRequest } from "@/lib/costs/sum-estimates";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** What the connected service supports beyond the required endpoints. */
export type FormFeatures = ConnectionSummary["features"];

/** The result of a submission; problems that a person can fix name their fields. */
export type SubmitOutcome =
  | { ok: true }
  | { ok: false; problem: { code: string; fields: readonly FieldProblem[] } };

/** The props of every generator's form. */
export interface GeneratorFormProps {
  /** The first values. Untrusted: a draft from the browser's storage, or the input of an older version. */
  initialInput: unknown;
  /** Null if no service is connected. */
  features: FormFeatures | null;
  /** The input of the newest take, which a field may copy from. */
  lastInput: Record<string, unknown> | null;
  /** Called on every change; the page keeps the input as a draft. */
  onInputChange: (input: Record<string, unknown>) => void;
  /** Sends a parsed input. The form keeps its values. */
  onSubmit: (input: Record<string, unknown>) => Promise<SubmitOutcome>;
}

/** The props of the field for what a shot of a film shows. */
export interface ShotTextProps extends FieldBinding<string> {
  label: string;
  placeholder: string;
  /** In Unicode code points. */
  maximumLength: number;
  model: string;
  durationSeconds: number;
  /** A thumbnail of its first frame; null if there is none to show. */
  startUrl: string | null;
}

/** The parts of pages that only a generator can provide; generators/parts.client.tsx loads them when needed. */
export interface GeneratorParts {
  /** A prompt with its instructions highlighted; plain text if the generator has none. */
  PromptText: ComponentType<{ generator: string; model: string; prompt: string }>;
  /** The field for what a shot of a film shows, if the generator has more than plain text; else its children. */
  ShotText: ComponentType<ShotTextProps & { generator: string; children: ReactNode }>;
  /** Compares a result with the sound that it was made from; nothing if the generator has no such input. */
  OriginalComparison: ComponentType<{ generation: GenerationDto; track: Track }>;
  /** The same input with a new seed, or undefined if the generator has no seed. */
  varyInput: (
    generator: string,
    input: Record<string, unknown>,
  ) => Promise<Record<string, unknown> | undefined>;
  /** What creating shots of a film will use, by generator. */
  expectShots: (
    shots: readonly { generator: string; model: string | null; seconds: number }[],
  ) => Promise<{ generator: string; requests: ExpectedRequest[] }[]>;
}

const FactsContext = createContext<readonly GeneratorFacts[]>([]);
const PartsContext = createContext<GeneratorParts | null>(null);

/** Gives the pages of the studio the facts and the parts of every generator. */
export function GeneratorsProvider({
  generators,
  parts,
  children,
}: {
  generators: readonly GeneratorFacts[];
  parts: GeneratorParts;
  children: ReactNode;
}) {
  return (
    <FactsContext value={generators}>
      <PartsContext value={parts}>{children}</PartsContext>
    </FactsContext>
  );
}

/** Every generator, in the order of the navigation. */
export function useGenerators(): readonly GeneratorFacts[] {
  return use(FactsContext);
}

/** The facts of one generator; undefined for one that no longer exists. */
export function useGenerator(id: string): GeneratorFacts | undefined {
  return useGenerators().find((generator) => generator.id === id);
}

export function useGeneratorParts(): GeneratorParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error("useGeneratorParts needs a GeneratorsProvider.");
  return parts;
}
