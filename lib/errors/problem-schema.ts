import { z } from "zod";

/** The body of every error response of the REST API: application/problem+json (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().describe("The problem type as a URI. Equivalent to `code`."),
    title: z.string().describe("What happened, in English."),
    status: z.int().describe("HTTP status."),
    code: z.string().describe("Stable error code. Use it in programs."),
    action: z.string().describe("What to do, in English."),
    requestId: z
      .string()
      .describe("Identifies the request in the studio's log. Same as the x-request-id header."),
    instance: z.string().optional().describe("Requested path."),
    errors: z
      .array(
        z.object({
          path: z
            .string()
            .describe("Dotted path of the field, for example `width` or `subject_reference.0.image_file`."),
          key: z.string().describe("The broken rule, for example `image.width.multiple`."),
          values: z
            .record(z.string(), z.union([z.string(), z.number()]))
            .optional()
            .describe("Values of that rule."),
        }),
      )
      .optional()
      .describe("The invalid fields."),
    made: z
      .enum(["nothing", "something", "unknown"])
      .optional()
      .describe("For service errors: whether anything was generated and may be billed."),
    serviceCode: z.int().optional().describe("Code returned by the service."),
    neededBytes: z.int().optional().describe("For `storage.full`: how much space must be freed."),
    scope: z.string().optional().describe("For `auth.scope`: the scope that the token needs."),
    version: z.int().optional().describe("For `film.changed`: the version that the film has now."),
    traceId: z.string().optional().describe("Identifies the request at the service."),
  })
  .describe("An error (RFC 9457).");

export type Problem = z.output<typeof problemSchema>;
