import { z } from "zod";
import { waitingSchema } from "./waiting";

/** The JSON columns of a generation, parsed when read and never cast. */

export const connectionFactsSchema = z.object({
  profileId: z.string(),
  baseUrl: z.string(),
  /** Which key at which address, as a digest; no secret. */
  scope: z.string(),
});
export type ConnectionFacts = z.infer<typeof connectionFactsSchema>;

export const countsSchema = z.object({
  expected: z.number().int().default(1),
  blocked: z.number().int().default(0),
});
export type Counts = z.infer<typeof countsSchema>;

/** What went wrong, by the code of the one error catalogue; words are looked up when it is shown. */
export const errorFactsSchema = z.object({
  code: z.string(),
  serviceCode: z.number().int().optional(),
  traceId: z.string().optional(),
});
export type ErrorFacts = z.infer<typeof errorFactsSchema>;

export const serviceFactsSchema = z.looseObject({
  traceId: z.string().optional(),
});

export const recordSchema = z.record(z.string(), z.unknown());

export const nullableWaitingSchema = waitingSchema.nullable().catch(null);
