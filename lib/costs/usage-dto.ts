import { z } from "zod";
import { isTimeZone } from "@/lib/i18n/locales";
import { parseDay } from "./usage-period";

const day = z.string().refine((text) => parseDay(text) !== null, { error: "field.invalid" });

/** The query of GET /api/v1/usage and its CSV. */
export const usageQuerySchema = z
  .object({
    from: day
      .optional()
      .describe("First day, for example `2026-11-01`. By default the first one of this month."),
    until: day.optional().describe("Last day. By default today."),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: "field.invalid" })
      .default("UTC")
      .describe("The time zone of the days, for example `Europe/Vienna`."),
    sandbox: z
      .enum(["true", "false"])
      .default("false")
      .transform((text) => text === "true")
      .describe("What the sandbox did instead, which cost nothing."),
    memberId: z
      .uuid()
      .optional()
      .describe("Only what this person used. Owners see everyone by default, others only themselves."),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ["until"],
    error: "usage.until",
  });
export type UsageQuery = z.output<typeof usageQuerySchema>;

const figuresSchema = z.object({
  requests: z.number().int().describe("Requests that were answered, or may have been billed."),
  characters: z.number().int(),
  seconds: z.number().describe("Length of audio and video."),
  images: z.number().int(),
  songs: z.number().int(),
  unpriced: z.number().int().describe("Requests for which there was no price."),
  costs: z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .describe("What the others came to at the prices of their time, as decimals, by currency."),
});
export type UsageFigures = z.output<typeof figuresSchema>;

/** GET /api/v1/usage. */
export const usageDtoSchema = z.object({
  from: z.string(),
  until: z.string(),
  timeZone: z.string(),
  sandbox: z.boolean(),
  total: figuresSchema,
  days: z.array(figuresSchema.extend({ day: z.string() })).describe("Days on which something was sent."),
  generators: z.array(figuresSchema.extend({ generator: z.string() })),
  models: z.array(figuresSchema.extend({ generator: z.string(), model: z.string() })),
  members: z
    .array(
      figuresSchema.extend({
        id: z.uuid(),
        name: z.string().nullable().describe("Null of a removed account."),
      }),
    )
    .describe("Only you, unless you are an owner."),
});
export type UsageDto = z.output<typeof usageDtoSchema>;
