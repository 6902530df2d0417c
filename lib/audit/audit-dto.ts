import { z } from "zod";
import { auditKinds } from "./audit-kinds";

/** The query of GET /api/v1/audit-log. */
export const auditQuerySchema = z.object({
  cursor: z.uuid().optional().describe("`nextCursor` of the previous page."),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe("Maximum number of events."),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

const auditEventDtoSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(auditKinds),
  person: z
    .object({ id: z.uuid(), name: z.string(), email: z.string() })
    .nullable()
    .describe("Who did it. Null if nobody was signed in."),
  via: z.enum(["session", "token"]).nullable(),
  credentialId: z.uuid().nullable().describe("ID of the session or token."),
  address: z.string().nullable().describe("The caller's address, for sign-ins."),
  subject: z
    .string()
    .nullable()
    .describe("What it was done to: an email address, the name of a token, the ID of a generation."),
  facts: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEventDto = z.output<typeof auditEventDtoSchema>;

export const auditPageSchema = z.object({
  events: z.array(auditEventDtoSchema),
  nextCursor: z
    .uuid()
    .nullable()
    .describe("Send it as `cursor` to get the next page. Null on the last page."),
});
export type AuditPage = z.output<typeof auditPageSchema>;
