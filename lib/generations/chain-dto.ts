import { z } from "zod";
import { generationDtoSchema } from "./generation-dto";

/** A chain is followed this far to each side. */
export const maxChainSteps = 24;

/** One place in a chain: what began from a frame of the place before it. */
export const chainStepSchema = z.object({
  generation: generationDtoSchema,
  others: z
    .array(generationDtoSchema)
    .describe("What began from the same generation too; newest first, up to eight."),
});

export const chainSchema = z.object({
  steps: z
    .array(chainStepSchema)
    .describe(
      "From the first picture or video to the last; only the generation itself where it is in no chain.",
    ),
  position: z.number().int().min(0).describe("Where among `steps` the generation asked for stands."),
});
export type ChainStep = z.infer<typeof chainStepSchema>;
export type Chain = z.infer<typeof chainSchema>;
