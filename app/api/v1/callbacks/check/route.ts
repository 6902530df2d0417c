import { callbackCheckSchema } from "@/lib/callbacks/callback-status-dto";
import { checkOwnCallbackAddress } from "@/lib/callbacks/check-own-callback-address.server";
import { defineRoute } from "@/lib/http/route.server";

/** Asks the studio itself, through the address that the service is told; six times a minute at most. */
export const POST = defineRoute({
  auth: "actor",
  operation: {
    id: "checkCallbackAddress",
    tag: "Callbacks",
    summary: "Have the studio call itself through the address that the service is told",
    description:
      "Sends a challenge as the service does and waits up to 10 s for the answer. That nobody answers is a result, not an error. 6 times a minute for each person.",
    answers: { 200: { description: "How it went.", schema: callbackCheckSchema } },
    problems: ["connection.missing", "callbacks.no-address", "rate.throttled"],
  },
  handle: async ({ actor }) => Response.json(await checkOwnCallbackAddress(actor.userId)),
});
