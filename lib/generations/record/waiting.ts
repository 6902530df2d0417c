import { z } from "zod";

/** A file that somebody named as the result of a task, and what was found by it. */
const triedFileSchema = z.object({
  fileId: z.string(),
  found: z
    .enum(["nothing", "other"])
    .describe(
      "`nothing`: the service doesn't have this file yet, so it's requested again. `other`: the file isn't the result and was discarded.",
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
      "Position in the queue of its key and rate limit, from 1. Everyone who uses the same key shares this queue.",
    ),
  untilAt: z.iso.datetime().optional().describe("When it continues, if known."),
  code: z.string().optional().describe("For `query-refused`: the error code (docs/errors.md)."),
  serviceCode: z
    .number()
    .int()
    .optional()
    .describe("For `query-refused`: base_resp.status_code from the service, if any."),
  triedFile: triedFileSchema
    .optional()
    .describe(
      "For `callback`, `no-callback` and `no-query`: the last file ID entered that didn't lead to the result.",
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
