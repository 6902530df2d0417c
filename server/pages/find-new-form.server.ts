import { getLocale } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { toMissingProblems } from "@/lib/presets/missing-problems";
import { findDefaultPreset } from "@/lib/presets/presets.server";
import { getPresetServices } from "../preset-services.server";

export const inputSchema = z.record(z.string(), z.unknown());

interface NewForm {
  input: Record<string, unknown>;
  problems: readonly FieldProblem[];
  /** What the generator begins with, if `input` is the person's default preset. */
  blank?: Record<string, unknown>;
}

/** What a new form begins with: the person's default preset, else what the generator begins with. Read once per request. */
export const findNewForm = cache(async (userId: string, generator: GeneratorDefinition): Promise<NewForm> => {
  const blank = inputSchema.parse(generator.localiseNewInput?.(await getLocale()) ?? generator.defaultInput);
  const preset = await findDefaultPreset(getPresetServices(), { userId, generator: generator.id });
  if (!preset) return { input: blank, problems: [] };
  return { input: preset.input, problems: toMissingProblems(preset.missing), blank };
});
