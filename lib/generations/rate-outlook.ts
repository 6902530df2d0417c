import { z } from "zod";

/** What a person may know of the line in which the next request of a model would stand. */
export const rateOutlookSchema = z.object({
  limit: z
    .object({ requests: z.number().int(), windowSeconds: z.number() })
    .nullable()
    .describe("How often the service lets this be asked; null where no limit is known."),
  remaining: z
    .number()
    .int()
    .nullable()
    .describe("How many requests could leave at this moment; null without a limit."),
  nextStartAt: z.iso.datetime().describe("When the next request would leave."),
  startsAt: z
    .array(z.iso.datetime())
    .describe(
      "When the next requests would leave, as many as one window takes, in order: what stands at or before a moment could leave then, so that a browser knows how the window slides without asking again.",
    ),
});

export type RateOutlook = z.infer<typeof rateOutlookSchema>;
