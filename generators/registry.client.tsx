"use client";

import dynamic from "next/dynamic";
import type { ComponentType, ReactNode } from "react";
import {
  type GeneratorFormProps,
  type GeneratorParts,
  GeneratorPartsProvider,
} from "@/components/create/generator-parts";
import type { GeneratorId } from "./registry";

/** The form of each generator, fetched when its page is opened. */
export const generatorForms: Record<GeneratorId, ComponentType<GeneratorFormProps>> = {
  music: dynamic(() => import("./music/music-form").then(({ MusicForm }) => MusicForm)),
  cover: dynamic(() => import("./cover/cover-form").then(({ CoverForm }) => CoverForm)),
  image: dynamic(() => import("./image/image-form").then(({ ImageForm }) => ImageForm)),
  video: dynamic(() => import("./video/video-form").then(({ VideoForm }) => VideoForm)),
  speech: dynamic(() => import("./speech/speech-form").then(({ SpeechForm }) => SpeechForm)),
  narration: dynamic(() => import("./narration/narration-form").then(({ NarrationForm }) => NarrationForm)),
};

/** How a generator shows a prompt, where that differs from plain text. */
const promptTexts: Partial<Record<GeneratorId, ComponentType<{ model: string; prompt: string }>>> = {
  video: dynamic(() =>
    import("./video/camera/camera-prompt-text").then(({ CameraPromptText }) => CameraPromptText),
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
  // The schemas come with the definitions: fetched when they are first needed.
  async varyInput(generator, input) {
    const { definitionRegistry } = await import("./registry");
    return definitionRegistry.find(generator)?.varyInput?.(input) as Record<string, unknown> | undefined;
  },
};

/** Gives the pages inside it the forms and other parts of the generators. */
export function GeneratorPartsRegistry({ children }: { children: ReactNode }) {
  return <GeneratorPartsProvider value={parts}>{children}</GeneratorPartsProvider>;
}
