import { z } from "zod";
import { createGenerationBodySchema } from "@/lib/generations/ask/create-generation-body.server";
import { maxBatchRows } from "./batch-limits";

/** The body of POST /api/v1/batches: that of one generation, with what differs. */
export const createBatchBodySchema = createGenerationBodySchema
  .extend({
    input: createGenerationBodySchema.shape.input.describe(
      "What all have in common. With a row, it must be a complete input of the generator.",
    ),
    rows: z
      .array(z.record(z.string().max(200), z.unknown()))
      .min(1)
      .max(maxBatchRows)
      .optional()
      .describe(
        "One generation each: values by dotted path in the input, for example `voice_setting.voice_id`. An empty row changes nothing.",
      ),
    template: z
      .record(z.string().max(200), z.string().max(100_000))
      .optional()
      .describe(
        `Instead of \`rows\`: texts by dotted path, in which \`{red|blue}\` stands for each of its alternatives. Groups and fields multiply, the last one changing fastest, to at most ${maxBatchRows}. Groups may contain groups; \`\\{\`, \`\\}\`, \`\\|\` and \`\\\\\` stand for the character itself.`,
      ),
  })
  .refine(({ rows, template }) => (rows === undefined) !== (template === undefined), {
    path: ["rows"],
    error: "batch.rows.one",
  });
export type CreateBatchBody = z.output<typeof createBatchBodySchema>;
