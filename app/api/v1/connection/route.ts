import { connectionInputSchema } from "@/lib/connections/connection-input";
import { connectionSummarySchema } from "@/lib/connections/connection-summary";
import { deleteConnection, saveConnection } from "@/lib/connections/save-connection.server";
import { getConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getConnection",
    tag: "Connection",
    summary: "Get your connection, without its key",
    answers: { 200: { description: "The connection.", schema: connectionSummarySchema } },
    problems: ["connection.missing"],
  },
  handle: ({ actor }) => getConnectionSummary(actor.userId),
});

export const PUT = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  body: connectionInputSchema,
  operation: {
    id: "saveConnection",
    tag: "Connection",
    summary: "Save your own connection",
    answers: { 200: { description: "The updated connection.", schema: connectionSummarySchema } },
  },
  handle: ({ actor, body }) => saveConnection(actor, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  operation: {
    id: "deleteConnection",
    tag: "Connection",
    summary: "Delete your own connection and its key",
    answers: { 204: { description: "Deleted. The studio's default connection is used from now on." } },
  },
  handle: ({ actor }) => deleteConnection(actor),
});
