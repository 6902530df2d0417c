import { z } from "zod";
import { promptPreviewLength } from "./prompt-limits";
import { promptFields } from "@/lib/items/prompt-fields";

export const promptSchema = z.object({
  id: z.uuid(),
  generator: z.string(),
  field: z.enum(promptFields).describe("The field of the generator’s input."),
  text: z.string(),
  generationId: z.uuid().describe("The newest generation with it."),
  usedAt: z.iso.datetime().describe("When that was created."),
});
export type PromptDto = z.infer<typeof promptSchema>;

export const listedPromptSchema = promptSchema.extend({
  text: z.string().describe(`Its first ${promptPreviewLength} characters.`),
  isShortened: z.boolean().describe("Whether GET /api/v1/prompts/{id} has more text."),
});
export type ListedPrompt = z.infer<typeof listedPromptSchema>;

export const promptPageSchema = z.object({
  prompts: z.array(listedPromptSchema).describe("Each text once for its generator and field, newest first."),
  nextCursor: z.string().nullable(),
});
export type PromptPage = z.infer<typeof promptPageSchema>;
