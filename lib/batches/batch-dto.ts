import { z } from "zod";
import { generationStates } from "@/lib/generations/record/states";

/** Generations that were created in one request, as the API returns them. */
export const batchDtoSchema = z.object({
  id: z.uuid().describe("For `GET /api/v1/generations?batchId=`."),
  generator: z.string(),
  total: z.number().int().describe("How many generations there are. Those deleted for good aren't included."),
  states: z.record(z.enum(generationStates), z.number().int()).describe("How many are in each state."),
  held: z.number().int().describe("How many of those that are queued wait for a budget."),
  createdAt: z.iso.datetime(),
});
export const batchListSchema = z.object({ batches: z.array(batchDtoSchema).describe("Newest first.") });
export type BatchList = z.infer<typeof batchListSchema>;

export type BatchDto = z.infer<typeof batchDtoSchema>;
