import { setCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { callbackStatusSchema, callbackSwitchSchema } from "@/lib/callbacks/callback-status-dto";
import { getOwnCallbackStatus } from "@/lib/callbacks/get-callback-status.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";

/** The callback address of this studio, and the callbacks of the caller's generations. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getCallbackStatus",
    tag: "Callbacks",
    summary: "Get the callback settings and recent callbacks",
    description: "Events are the last 50 callbacks for your own generations.",
    answers: { 200: { description: "The callback status.", schema: callbackStatusSchema } },
  },
  handle: ({ actor }) => getOwnCallbackStatus(actor.userId),
});

/** Switches callbacks on or off for the whole studio. */
export const PATCH = defineRoute({
  auth: "owner",
  scope: "manage",
  body: callbackSwitchSchema,
  operation: {
    id: "switchCallbacks",
    tag: "Callbacks",
    summary: "Turn callbacks on or off for everyone (owner only)",
    answers: { 200: { description: "The updated callback status.", schema: callbackStatusSchema } },
  },
  async handle({ actor, body }) {
    await setCallbacksEnabled(getDatabase(), actor, body.enabled);
    return getOwnCallbackStatus(actor.userId);
  },
});
