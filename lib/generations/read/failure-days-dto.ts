import { z } from "zod";

export const failureDaysSchema = z.object({
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        failed: z.number().int().min(0).describe("Also those without a response."),
        cancelled: z.number().int().min(0),
      }),
    )
    .describe("The days that have any, newest first."),
});
export type FailureDays = z.infer<typeof failureDaysSchema>;
