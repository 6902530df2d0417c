import { z } from "zod";
import { generationDtoSchema } from "./generation-dto";

/** The longest chain in each direction. */
export const maxChainSteps = 24;

/** One step of a chain: a generation that started from a frame of the step before. */
const chainStepSchema = z.object({
  generation: generationDtoSchema,
  others: z
    .array(generationDtoSchema)
    .describe("Other generations started from the same one, newest first, up to eight."),
});

export const chainSchema = z.object({
  steps: z
    .array(chainStepSchema)
    .describe(
      "From the first image or video to the last. Only the generation itself if it isn't part of a chain.",
    ),
  position: z.number().int().min(0).describe("Index of the requested generation in `steps`."),
});
export type ChainStep = z.infer<typeof chainStepSchema>;
export type Chain = z.infer<typeof chainSchema>;
