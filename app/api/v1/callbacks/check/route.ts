import { callbackCheckSchema } from "@/lib/callbacks/callback-status-dto";
import { checkOwnCallbackAddress } from "@/lib/callbacks/check-callback-address.server";
import { defineRoute } from "@/lib/http/route.server";

/** Checks the callback address, at most six times a minute. */
export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  operation: {
    id: "checkCallbackAddress",
    tag: "Callbacks",
    summary: "Check whether the callback address reaches this studio",
    description:
      "Sends a challenge the way the service does and waits up to 10 s for the response. An unreachable address is a result, not an error. Limited to 6 checks per minute and person.",
    answers: { 200: { description: "The result.", schema: callbackCheckSchema } },
    problems: ["connection.missing", "callbacks.no-address", "rate.throttled"],
  },
  handle: ({ actor }) => checkOwnCallbackAddress(actor.userId),
});
