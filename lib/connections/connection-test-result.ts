import { z } from "zod";

/** The outcomes of a connection test. */
const connectionTestOutcomes = [
  "ok",
  "wrong-key",
  "unreachable",
  "tls",
  "rate-limited",
  "not-the-service",
  "unexpected",
] as const;

/** The result of a test: facts for the person and for the service's support, never the key. */
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
