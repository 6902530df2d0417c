"use client";

import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { type GeneratorParts, GeneratorsProvider, type ShotTextProps } from "@/components/generators";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GeneratorId } from "./registry";

/** Prompts with markup. */
const promptTexts: Partial<Record<GeneratorId, ComponentType<{ model: string; prompt: string }>>> = {
  video: lazy(() =>
    import("./video/camera/camera-prompt-text").then(({ CameraPromptText }) => ({
      default: CameraPromptText,
    })),
  ),
};

/** Texts of shots with markup. */
const shotTexts: Partial<Record<GeneratorId, ComponentType<ShotTextProps>>> = {
  video: lazy(() =>
    import("./video/camera/camera-shot-text").then(({ CameraShotText }) => ({ default: CameraShotText })),
  ),
};

/** Comparisons of a result with its source sound. */
const originalComparisons: Partial<Record<GeneratorId, GeneratorParts["OriginalComparison"]>> = {
  cover: lazy(() =>
    import("./cover/reference-sound/original-comparison").then(({ OriginalComparison }) => ({
      default: OriginalComparison,
    })),
  ),
};

const parts: GeneratorParts = {
  PromptText({ generator, model, prompt }) {
    const Text = promptTexts[generator as GeneratorId];
    if (!Text) return prompt;
    return (
      <Suspense fallback={prompt}>
        <Text model={model} prompt={prompt} />
      </Suspense>
    );
  },
  ShotText({ generator, children, ...field }) {
    const Text = shotTexts[generator as GeneratorId];
    if (!Text) return children;
    return (
      <Suspense fallback={children}>
        <Text {...field} />
      </Suspense>
    );
  },
  OriginalComparison({ generation, track }) {
    const Comparison = originalComparisons[generation.generator as GeneratorId];
    if (!Comparison) return null;
    return (
      <Suspense fallback={null}>
        <Comparison generation={generation} track={track} />
      </Suspense>
    );
  },
  // Loaded on demand, since definitions include the schemas.
  async varyInput(generator, input) {
    const { definitionRegistry } = await import("./registry");
    return definitionRegistry.find(generator)?.varyInput?.(input) as Record<string, unknown> | undefined;
  },
  async expectShots(shots) {
    const { definitionRegistry } = await import("./registry");
    const { expectShots } = await import("./_kit/expect-shots");
    return expectShots(definitionRegistry, shots);
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
