import { z } from "zod";

/** How a test of a connection ended; each has its own words in the settings. */
export const connectionTestOutcomes = [
  "ok",
  "wrong-key",
  "unreachable",
  "tls",
  "rate-limited",
  "not-the-service",
  "unexpected",
] as const;

/** What a test found: facts for a person and for the service's support, never the key. */
export const connectionTestResultSchema = z.object({
  outcome: z.enum(connectionTestOutcomes),
  /** Code of the error catalogue; null when it worked. */
  code: z.string().nullable(),
  /** With `wrong-key`: a key of this service works in its own region only, so the address may be the wrong one. */
  mayBeWrongRegion: z.boolean(),
  /** base_resp.status_code of the answer. */
  serviceCode: z.int().nullable(),
  httpStatus: z.int().nullable(),
  traceId: z.string().nullable(),
  /** Origin that was asked. */
  address: z.string(),
  latencyMs: z.int().nonnegative(),
});

export type ConnectionTestResult = z.output<typeof connectionTestResultSchema>;
