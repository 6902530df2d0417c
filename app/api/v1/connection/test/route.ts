import { connectionInputSchema } from "@/lib/connections/connection-input";
import { testConnection } from "@/lib/connections/test-connection.server";
import { defineRoute } from "@/lib/http/route.server";

/** Tests the caller's connection, or with a body the one it describes; costs nothing and saves nothing but the result. */
export const POST = defineRoute({
  auth: "actor",
  body: connectionInputSchema.optional(),
  handle: async ({ actor, body, request }) =>
    Response.json(await testConnection(actor.userId, { input: body, signal: request.signal })),
});
