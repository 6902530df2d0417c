import { connectionInputSchema } from "@/lib/connections/connection-input";
import { connectionTestResultSchema } from "@/lib/connections/connection-test-result";
import { testConnection } from "@/lib/connections/test-connection.server";
import { defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  body: connectionInputSchema.optional(),
  operation: {
    id: "testConnection",
    tag: "Connection",
    summary: "Test your connection, or the one in the body without saving it",
    description:
      "Free, at most 20 times in five minutes. An unreachable service or a rejected key is a result, not an error. A member’s own connection reaches public addresses only, and whatever can’t be reached gives the same result.",
    answers: { 200: { description: "The result.", schema: connectionTestResultSchema } },
    problems: ["connection.missing", "connection.unreadable", "rate.throttled"],
  },
  handle: ({ actor, body, request }) => testConnection(actor.userId, { input: body, signal: request.signal }),
});
