import { z } from "zod";

/** How a test of a connection ended; each has its own words in the settings. */
export const connectionTestOutcomes = [
  "ok",
  "wrong-key",
  "wrong-region",
  "no-balance",
  "rate-limited",
  "unreachable",
  "tls",
  "timeout",
  "not-the-service",
  "service-fault",
] as const;

/** What a test found: facts for a person and for the service's support, never the key. */
export const connectionTestResultSchema = z.object({
  outcome: z.enum(connectionTestOutcomes),
  /** base_resp.status_code of the answer. */
  serviceCode: z.int().optional(),
  serviceMessage: z.string().optional(),
  httpStatus: z.int().optional(),
  traceId: z.string().optional(),
  /** Origin that was asked. */
  address: z.string().optional(),
  durationMs: z.int().nonnegative().optional(),
});

export type ConnectionTestResult = z.output<typeof connectionTestResultSchema>;
