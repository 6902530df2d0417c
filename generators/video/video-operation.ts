import { z } from "zod";
import { updateFactsSchema } from "@/lib/generations/record/pushed-update";

/**
 * All that is needed to come by the result of a task, after any restart. A task that was found again by a callback has
 * its id and what was pushed, and nothing else.
 */
export const videoOperationSchema = z.object({
  taskId: z.string(),
  /** Where the result is; null while neither the service nor the person has told. */
  fileId: z.string().nullable().default(null),
  /** The file that the person named last, where it is no video. */
  mistakenFileId: z.string().nullable().default(null),
  /** What the service pushed of the end of the task: a hint, and no proof. */
  pushed: updateFactsSchema.optional(),
  /** Whether the service was given an address to push to. */
  hasCallback: z.boolean().default(true),
  /** How often it was asked after; the gap grows with it. */
  polls: z.int().min(0).default(0),
  /** How often the task, or its file though it was done, was not there. */
  missedFetches: z.int().min(0).default(0),
});
export type VideoOperation = z.infer<typeof videoOperationSchema>;
