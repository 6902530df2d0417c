import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { imageRequestShape } from "@/lib/service/contract/image";

const { model, prompt, n } = imageRequestShape;

/**
 * The input, with the field names of service.md "Image generation request". Rules between fields belong in
 * `.superRefine` and in the description.
 */
export const templateInputSchema = strictObject({ model, prompt, n }).describe(
  "1 to 9 images from a prompt.",
);

export type TemplateInput = z.output<typeof templateInputSchema>;
/** Values before parsing. */
export type TemplateFormValues = z.input<typeof templateInputSchema>;
