import { z } from "zod";

/** A file that somebody named as the result of a task, and what was found by it. */
const triedFileSchema = z.object({
  fileId: z.string(),
  found: z
    .enum(["nothing", "other"])
    .describe(
      "`nothing`: the service has no such file so far, and it is asked for again. `other`: it is something else than the result, and was laid aside.",
    ),
});
export type TriedFile = z.infer<typeof triedFileSchema>;

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
    "callback",
    "no-callback",
  ]),
  place: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      "Its place in the line of its key and limit while it is queued, from 1. Whoever uses the same key stands in it too.",
    ),
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
  triedFile: triedFileSchema
    .optional()
    .describe(
      "Of `callback`, `no-callback` and `no-query`: the file that was named last and did not lead to the result.",
    ),
});

export type Waiting = z.infer<typeof waitingSchema>;

/** Tasks that nobody asks after: only what somebody tells of them brings them on. */
const toldReasons: readonly Waiting["reason"][] = ["no-query", "callback", "no-callback"];

/** Whether it waits until somebody tells how it ended: the service by callback, or the person by a file id. */
export function waitsToBeTold(waiting: Waiting | null): boolean {
  return waiting !== null && toldReasons.includes(waiting.reason);
}

/** How long a wait must be before it is worth telling; shorter ones are just the queue at work. */
export const tellWaitAfterMs = 1_500;

export function waitUntil(reason: Waiting["reason"], at: number): Waiting {
  return { reason, untilAt: new Date(at).toISOString() };
}
