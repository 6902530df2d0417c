import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";

/**
 * Wakes a worker to take a generation one step further. Safe to send late, twice or needlessly: the state in the
 * database decides what is done.
 */
export const advanceGenerationJob = defineJob({
  name: "generation-advance",
  schema: z.object({ generationId: z.uuid() }),
});
