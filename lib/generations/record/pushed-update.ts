import { z } from "zod";
import { VIDEO_TASK_STATES } from "@/lib/service/contract/video";

/** What is stored of a callback (service.md "Video callback body"). Callbacks are not signed: a hint, not a proof. */
export const updateFactsSchema = z.object({
  taskId: z.string().nullable(),
  /** Null for a status that the documents do not list. */
  state: z.enum(VIDEO_TASK_STATES).nullable(),
  /** The status as the service sent it. */
  status: z.string(),
  fileId: z.string().nullable(),
  serviceCode: z.int().nullable(),
  serviceMessage: z.string().nullable(),
});
export type UpdateFacts = z.infer<typeof updateFactsSchema>;

/** Whether the service reports the end of the task. */
export function reportsEnd({ state }: Pick<UpdateFacts, "state">): boolean {
  return state === "success" || state === "failed";
}
