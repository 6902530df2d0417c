import { z } from "zod";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";

/** How many IDs of new ends a digest names, and a look confirms. */
export const maxNewEnds = 500;

export const digestSchema = z.object({
  since: z.iso.datetime().nullable().describe("When the first of them ended. Null without any."),
  total: z.number().int(),
  counts: z
    .array(
      z.object({
        generator: z.string(),
        state: z.enum(["succeeded", "failed", "unknown"]),
        count: z.number().int(),
      }),
    )
    .describe("How many by generator and state."),
  generations: z
    .array(generationDtoSchema)
    .describe("The last ones, newest first. Long texts of their inputs are cut."),
  unseen: z.number().int().describe("How many ended since anybody looked at the studio."),
  unseenIds: z.array(z.uuid()).describe(`The last ${maxNewEnds} of these, newest first.`),
  notifyIds: z
    .array(z.uuid())
    .describe("Those of `unseenIds` that the person’s preferences want to be notified of."),
});
export type Digest = z.infer<typeof digestSchema>;

/** The query of GET /api/v1/digest. */
export const digestQuerySchema = z.object({
  limit: z.coerce.number().int().min(0).max(100).default(20).describe("Maximum number of `generations`."),
  unseen: z.enum(["true"]).optional().describe("`true` has only what ended since anybody looked."),
});
export type DigestQuery = z.output<typeof digestQuerySchema>;

/** The body of POST /api/v1/digest/looks. */
export const lookBodySchema = z.strictObject({
  watchedIds: z
    .array(z.uuid())
    .max(maxNewEnds)
    .optional()
    .describe(
      "Generations whose end the person watched: only these leave the digest. Missing: all are seen, and stay in it.",
    ),
});
export type Look = z.output<typeof lookBodySchema>;

/** The query of DELETE /api/v1/digest. */
export const dismissDigestQuerySchema = z.object({
  until: z.iso.datetime().optional().describe("What ended later stays. Missing: everything is dismissed."),
});
