import { z } from "zod";
import { getGenerationServices, getLiveHub } from "@/server/generation-services.server";
import { authenticateRequest } from "@/lib/auth/authenticate-request.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findLivePlaces } from "@/lib/generations/line/find-places.server";
import { findGeneration } from "@/lib/generations/read/get-generation.server";
import { defineRoute } from "@/lib/http/route.server";
import { createEventStream } from "@/lib/live/event-stream.server";

export const dynamic = "force-dynamic";

/** Whether the request's session or token is still valid. */
async function isAuthenticated(request: Request): Promise<boolean> {
  try {
    await authenticateRequest(request);
    return true;
  } catch (error) {
    if (error instanceof StudioError && error.code === "auth.required") return false;
    throw error;
  }
}

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: z.object({
    seen: z
      .string()
      .max(64)
      .optional()
      .describe(
        "For the studio's pages: what their data was read at. If nothing has changed since, the data of the first `hello` is `{unchanged: true}`.",
      ),
  }),
  operation: {
    id: "streamEvents",
    tag: "Generations",
    summary: "Stream changes to your generations",
    description:
      "Server-sent events. `hello` is sent at the start and whenever events may have been missed: reload what you show. `generation` is sent on every change. Its data is `{generation}`, as returned by GET /api/v1/generations/{id}. `places` is sent when a queue moves. Its data is `{places, starts}`: the queue positions of all your queued generations, and when those that wait for the rate limit will start, by ID.",
    answers: { 200: { description: "An endless event stream.", contentTypes: ["text/event-stream"] } },
  },
  async handle({ actor, request, requestId, query }) {
    const services = await getGenerationServices();
    const stream = createEventStream({
      hub: await getLiveHub(),
      userId: actor.userId,
      seen: query.seen,
      signal: request.signal,
      loadPlaces: () => findLivePlaces(services, actor.userId),
      load: (id) => findGeneration(services, { userId: actor.userId, id }),
      stillAllowed: () => isAuthenticated(request),
      onError: (error) => getLogger().error({ err: error, requestId }, "A live update failed"),
    });
    return new Response(stream, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  },
});
