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
  code: z.string().nullable().describe("Error code. Null if the test succeeded."),
  mayBeWrongRegion: z
    .boolean()
    .describe("With `wrong-key`: keys only work in their own region, so the address may be wrong."),
  serviceCode: z.int().nullable().describe("base_resp.status_code of the response."),
  httpStatus: z.int().nullable(),
  traceId: z.string().nullable(),
  address: z.string().describe("Origin that was tested."),
  latencyMs: z.int().nonnegative(),
});

export type ConnectionTestResult = z.output<typeof connectionTestResultSchema>;
