import { auditPageSchema, auditQuerySchema } from "@/lib/audit/audit-dto";
import { listAuditEvents } from "@/lib/audit/list-audit-events.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "owner",
  scope: "manage",
  query: auditQuerySchema,
  operation: {
    id: "listAuditEvents",
    tag: "Studio",
    summary: "List the audit log, newest first (owner only)",
    description:
      "Sign-ins and failed ones, and changes to passwords, tokens, members, connections and results, of everyone. Events can't be changed or deleted.",
    answers: { 200: { description: "One page of events.", schema: auditPageSchema } },
  },
  handle: ({ query }) => listAuditEvents(query),
});
