import { z } from "zod";

/** Why a generation waits; stored beside it, told by `waiting` in the API. */
export const waitingSchema = z.object({
  reason: z.enum([
    "queue",
    "rate-limit",
    "concurrency",
    "service-busy",
    "service-unreachable",
    "poll",
    "storage",
    "query-refused",
    "no-query",
  ]),
  untilAt: z.iso.datetime().optional().describe("When it goes on, as far as that is known."),
  code: z
    .string()
    .optional()
    .describe("Of `query-refused`: why, by the code of the one error catalogue (docs/errors.md)."),
  serviceCode: z
    .number()
    .int()
    .optional()
    .describe("Of `query-refused`: base_resp.status_code of the service, where it told one."),
});

export type Waiting = z.infer<typeof waitingSchema>;

/** How long a wait must be before it is worth telling; shorter ones are just the queue at work. */
export const tellWaitAfterMs = 1_500;

export function waitUntil(reason: Waiting["reason"], at: number): Waiting {
  return { reason, untilAt: new Date(at).toISOString() };
}
