import { z } from "zod";

/** The body of every refusal of the REST API: application/problem+json (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().describe("The kind of problem as a URI; it says no more than `code`."),
    title: z.string().describe("What happened, in English."),
    status: z.int().describe("The HTTP status once more."),
    code: z.string().describe("The code of the error catalogue; programs decide by it."),
    action: z.string().describe("What can be done about it, in English."),
    requestId: z
      .string()
      .describe("Finds the request in the log of the studio; also the header x-request-id."),
    instance: z.string().optional().describe("The path that was asked."),
    errors: z
      .array(
        z.object({
          path: z
            .string()
            .describe("Dotted path of the field, for example `width` or `subject_reference.0.image_file`."),
          key: z.string().describe("The rule that the field breaks, for example `image.width.multiple`."),
          values: z
            .record(z.string(), z.union([z.string(), z.number()]))
            .optional()
            .describe("The numbers and names of that rule."),
        }),
      )
      .optional()
      .describe("The fields that are wrong."),
    made: z
      .enum(["nothing", "something", "unknown"])
      .optional()
      .describe("Of a refusal of the service: whether it made, and may count, anything."),
    serviceCode: z.int().optional().describe("The service's own code."),
    traceId: z.string().optional().describe("Finds the request at the service."),
  })
  .describe("A refusal (RFC 9457).");

export type Problem = z.output<typeof problemSchema>;
