import { z } from "zod";
import { getCallbackReceiver } from "@/server/generation-services.server";
import { hashCallbackToken } from "@/lib/callbacks/callback-address.server";
import { limitCallbacks } from "@/lib/callbacks/callback-limit.server";
import { maxCallbackBytes, readCallbackBody } from "@/lib/callbacks/read-callback-body.server";
import { StudioError } from "@/lib/errors/studio-error";
import { readBody } from "@/lib/http/read-body.server";
import { defineRoute } from "@/lib/http/route.server";

/**
 * Receives the states of video tasks from the service (service.md Events). The token in the path is the only
 * authentication: there is no session and no signature. Acknowledged when the callback is on disk.
 */
export const POST = defineRoute({
  auth: "none",
  params: z.object({ token: z.string() }),
  operation: {
    id: "receiveVideoCallback",
    tag: "Callbacks",
    summary: "Receive a challenge or the status of a video task from the service",
    answers: {
      200: {
        description: "The challenge, returned unchanged, or an acknowledgement.",
        schema: z.union([z.object({ challenge: z.unknown() }), z.object({ status: z.literal("success") })]),
      },
    },
    problems: ["input.malformed", "input.too-large", "rate.throttled", "not-found"],
  },
  async handle({ request, params }) {
    const bytes = await readBody(request, maxCallbackBytes);
    const tokenHash = hashCallbackToken(params.token);
    if (tokenHash === null) throw new StudioError("not-found");
    await limitCallbacks(tokenHash);
    const body = readCallbackBody(bytes);
    if (body === null) throw new StudioError("input.malformed");
    const receiver = await getCallbackReceiver();
    if (!(await receiver.receive({ tokenHash, body }))) throw new StudioError("not-found");
    return body.kind === "challenge"
      ? new Response(body.echo, { headers: { "content-type": "application/json" } })
      : Response.json({ status: "success" });
  },
});
