"use client";

import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { GeneratorFormProps } from "@/components/generators";
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

/** The form of one generator. Only its page imports this file, so that forms contain nothing that the page has already. */
export function GeneratorForm({ generator, ...props }: GeneratorFormProps & { generator: string }) {
  const Form = generatorForms[generator as GeneratorId];
  return <Form {...props} />;
}
