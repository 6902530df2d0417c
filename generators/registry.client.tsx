"use client";

import dynamic from "next/dynamic";
import type { ComponentType, ReactNode } from "react";
import { type GeneratorFormProps, type GeneratorParts, GeneratorsProvider } from "@/components/generators";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GeneratorId } from "./registry";

/** The form of each generator, loaded with its page. */
export const generatorForms: Record<GeneratorId, ComponentType<GeneratorFormProps>> = {
  music: dynamic(() => import("./music/form")),
  cover: dynamic(() => import("./cover/form")),
  image: dynamic(() => import("./image/form")),
  video: dynamic(() => import("./video/form")),
  speech: dynamic(() => import("./speech/form")),
  narration: dynamic(() => import("./narration/form")),
};

/** Prompts with markup. */
const promptTexts: Partial<Record<GeneratorId, ComponentType<{ model: string; prompt: string }>>> = {
  video: dynamic(() =>
    import("./video/camera/camera-prompt-text").then(({ CameraPromptText }) => CameraPromptText),
  ),
};

/** Comparisons of a result with its source sound. */
const originalComparisons: Partial<Record<GeneratorId, GeneratorParts["OriginalComparison"]>> = {
  cover: dynamic(() =>
    import("./cover/reference-sound/original-comparison").then(
      ({ OriginalComparison }) => OriginalComparison,
    ),
  ),
};

const parts: GeneratorParts = {
  Form({ generator, ...props }) {
    const Form = generatorForms[generator as GeneratorId];
    return <Form {...props} />;
  },
  PromptText({ generator, model, prompt }) {
    const Text = promptTexts[generator as GeneratorId];
    return Text ? <Text model={model} prompt={prompt} /> : prompt;
  },
  OriginalComparison({ generation, track }) {
    const Comparison = originalComparisons[generation.generator as GeneratorId];
    return Comparison ? <Comparison generation={generation} track={track} /> : null;
  },
  // Loaded on demand, since definitions include the schemas.
  async varyInput(generator, input) {
    const { definitionRegistry } = await import("./registry");
    return definitionRegistry.find(generator)?.varyInput?.(input) as Record<string, unknown> | undefined;
  },
};

/** Provides the facts and components of every generator. */
export function GeneratorRegistry({
  generators,
  children,
}: {
  generators: readonly GeneratorFacts[];
  children: ReactNode;
}) {
  return (
    <GeneratorsProvider generators={generators} parts={parts}>
      {children}
    </GeneratorsProvider>
  );
}
