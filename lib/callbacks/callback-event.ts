import { z } from "zod";
import { VIDEO_TASK_STATES } from "@/lib/service/contract/video";

/** What is kept of a question whether an address is ours (service.md Events 1). */
export const challengeFactsSchema = z.object({
  /** Length of the body in bytes. */
  bytes: z.int().min(0),
});

/** What is kept of a status update (service.md "Video callback body"). It is not signed: a hint, and no proof. */
export const updateFactsSchema = z.object({
  taskId: z.string().nullable(),
  /** Null for a status that is not described. */
  state: z.enum(VIDEO_TASK_STATES).nullable(),
  /** The service's own word. */
  status: z.string(),
  fileId: z.string().nullable(),
  serviceCode: z.int().nullable(),
  serviceMessage: z.string().nullable(),
});
export type UpdateFacts = z.infer<typeof updateFactsSchema>;

/** Whether the service says that it goes on no more. */
export function isTerminal({ state }: Pick<UpdateFacts, "state">): boolean {
  return state === "success" || state === "failed";
}
