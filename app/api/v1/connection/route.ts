import { connectionInputSchema } from "@/lib/connections/connection-input";
import { deleteConnection } from "@/lib/connections/delete-connection.server";
import { getConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { saveConnection } from "@/lib/connections/save-connection.server";
import { defineRoute } from "@/lib/http/route.server";

/** The connection that serves the caller, without its key. */
export const GET = defineRoute({
  auth: "actor",
  handle: async ({ actor }) => Response.json(await getConnectionSummary(actor.userId)),
});

/** Stores the caller's own connection. */
export const PUT = defineRoute({
  auth: "actor",
  body: connectionInputSchema,
  handle: async ({ actor, body }) => Response.json(await saveConnection(actor.userId, body)),
});

/** Forgets the caller's own connection. */
export const DELETE = defineRoute({
  auth: "actor",
  handle: async ({ actor }) => {
    await deleteConnection(actor.userId);
    return new Response(null, { status: 204 });
  },
});
