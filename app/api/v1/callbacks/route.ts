import { setCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { callbackStatusSchema, callbackSwitchSchema } from "@/lib/callbacks/callback-status-dto";
import { getOwnCallbackStatus } from "@/lib/callbacks/get-own-callback-status.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";

/** What the service is told of this studio's address, and what it pushed to the caller's generations. */
export const GET = defineRoute({
  auth: "actor",
  operation: {
    id: "getCallbackStatus",
    tag: "Callbacks",
    summary: "Show what the service is told of this studio's address, and what it pushed of late",
    description: "Events are those of the caller's own generations, the newest 50.",
    answers: { 200: { description: "The state of callbacks.", schema: callbackStatusSchema } },
  },
  handle: async ({ actor }) => Response.json(await getOwnCallbackStatus(actor.userId)),
});

/** The one switch, for everybody here. */
export const PATCH = defineRoute({
  auth: "owner",
  body: callbackSwitchSchema,
  operation: {
    id: "switchCallbacks",
    tag: "Callbacks",
    summary: "Switch callbacks on or off for everybody, as the owner",
    answers: { 200: { description: "The state of callbacks as it is now.", schema: callbackStatusSchema } },
  },
  async handle({ actor, body }) {
    await setCallbacksEnabled(getDatabase(), body.enabled);
    return Response.json(await getOwnCallbackStatus(actor.userId));
  },
});
