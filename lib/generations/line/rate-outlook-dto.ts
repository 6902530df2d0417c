import { z } from "zod";

/** The rate limit that the next request of a model meets, as the API returns it. */
export const rateOutlookSchema = z.object({
  limit: z
    .object({ requests: z.number().int(), windowSeconds: z.number() })
    .nullable()
    .describe("The rate limit. Null if unknown."),
  remaining: z
    .number()
    .int()
    .nullable()
    .describe("Number of requests that can be sent now, counted up to 1,000. Null without a limit."),
  nextStartAt: z.iso.datetime().describe("When the next request would be sent."),
  startsAt: z
    .array(z.iso.datetime())
    .describe(
      "When the next requests would be sent, in order, for as many as one window allows, at most 1,000. Clients can follow the sliding window without asking again.",
    ),
});

export type RateOutlook = z.infer<typeof rateOutlookSchema>;
