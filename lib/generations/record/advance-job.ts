import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";

/**
 * Wakes a worker to take a generation one step on, whatever step that is by its state. It may come twice, late or
 * for nothing: the state in the database decides.
 */
export const advanceGenerationJob = defineJob({
  name: "generation-advance",
  schema: z.object({ generationId: z.uuid() }),
});
