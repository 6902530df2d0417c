import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { imageRequestShape } from "@/lib/service/contract/image";

const { model, prompt, n } = imageRequestShape;

/**
 * The input of this generator, in the names of service.md "Image generation request". Form, server action, REST and
 * worker parse with this one schema. Rules between fields go into `.superRefine` and, in words, into the description.
 */
export const templateInputSchema = strictObject({ model, prompt, n }).describe(
  "1 to 9 images from a prompt.",
);

export type TemplateInput = z.output<typeof templateInputSchema>;
/** The values of a form, before parsing. */
export type TemplateFormValues = z.input<typeof templateInputSchema>;
