import { z } from "zod";
import { lineWaitReasons } from "@/lib/paid-calls/line-wait";

/** A file ID that a person entered as the result of a task, and what it led to. */
const triedFileSchema = z.object({
  fileId: z.string(),
  found: z
    .enum(["nothing", "other"])
    .describe(
      "`nothing`: the service doesn't have this file yet, so it's requested again. `other`: the file isn't the result and was discarded.",
    ),
});
export type TriedFile = z.infer<typeof triedFileSchema>;

/** Why a generation waits; `waiting` in the database and in the API. */
export const waitingSchema = z.object({
  reason: z.enum([
    ...lineWaitReasons,
    "poll",
    "storage",
    "download",
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
  givesUpAt: z.iso
    .datetime()
    .optional()
    .describe("For `storage`: downloads are repeated until then at the latest. Then the generation ends."),
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

/** Waits of a task that is not polled. */
const unpolledReasons: readonly Waiting["reason"][] = ["no-query", "callback", "no-callback"];

/** Whether only a callback, or a file ID entered by the person, brings it on. */
export function waitsForUpdate(waiting: Waiting | null): boolean {
  return waiting !== null && unpolledReasons.includes(waiting.reason);
}
