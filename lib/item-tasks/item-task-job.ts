import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";

/**
 * Wakes a worker to go on with a task. Safe to send late, twice or needlessly: the state in the database decides what is
 * done.
 */
export const advanceItemTaskJob = defineJob({
  name: "item-task-advance",
  schema: z.object({ taskId: z.uuid() }),
});
