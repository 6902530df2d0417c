import { z } from "zod";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The body of POST /api/v1/generations/dismissals. */
export const dismissBodySchema = z.strictObject({
  from: instantSchema.optional().describe("Only generations created at this time or later."),
  until: instantSchema.optional().describe("Only generations created before this time."),
});
export type DismissalSpan = z.output<typeof dismissBodySchema>;

export const dismissalSchema = z.object({
  dismissed: z.number().int().min(0).describe("How many generations were dismissed."),
  dismissedAt: z.iso.datetime().describe("Takes all of them back together."),
});
export type Dismissal = z.infer<typeof dismissalSchema>;

/** The query of DELETE /api/v1/generations/dismissals. */
export const undoDismissalQuerySchema = z.object({
  dismissedAt: instantSchema.describe("`dismissedAt` of the dismissal, or of one of its generations."),
});

export const undoneDismissalSchema = z.object({
  restored: z.number().int().min(0).describe("How many generations are shown again."),
});
export type UndoneDismissal = z.infer<typeof undoneDismissalSchema>;
