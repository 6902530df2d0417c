import { z } from "zod";
import { getLiveFeeds, getStreamSlots } from "@/server/generation-services.server";
import { authenticateRequest } from "@/lib/auth/authenticate-request.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createEventStream } from "@/lib/live/event-stream.server";
import { streamLimits } from "@/lib/live/stream-slots.server";
import { readBuildId } from "@/lib/status/build-id.server";
import { getEndingSignal } from "@/lib/status/machine-state.server";

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
        "For the studio's pages: what their data was read at. If nothing has changed since, the data of the first `hello` has `unchanged: true`.",
      ),
  }),
  operation: {
    id: "streamEvents",
    tag: "Generations",
    summary: "Stream changes to your generations",
    description: `Server-sent events. \`hello\` is sent at the start and whenever events may have been missed: reload what you show. Its data is \`{build}\`: which build of the studio's pages this machine serves. \`generation\` is sent on every change. Its data is \`{generation}\`, as returned by GET /api/v1/generations/{id}. \`itemTask\` is sent while a change of many items goes on. Its data is \`{task}\`, as returned by GET /api/v1/item-tasks/{id}. \`list\` is sent when a list is to be loaded again. Its data is \`{list}\`: \`generations\` after many of them were dismissed, \`projects\` after a change of a project that you see, its items or its members, \`savedSearches\`, \`presets\`, \`snippets\` and \`digest\` after a change of these. \`film\` is sent when a film that you see is saved, renamed, moved or deleted. Its data is \`{id, version}\`: the version of its document, or null once it is deleted for good. \`places\` is sent when a queue moves. Its data is \`{places, starts}\`: the queue positions of all your queued generations, and when those that wait for the rate limit will start, by ID. \`replaced\` is sent at the end of a stream whose slot a newer one took: ${streamLimits.perPerson} streams per person and ${streamLimits.perCredential} per session or token can be open.`,
    answers: { 200: { description: "An endless event stream.", contentTypes: ["text/event-stream"] } },
  },
  async handle({ actor, request, requestId, query }) {
    const stream = createEventStream({
      feeds: await getLiveFeeds(),
      slots: getStreamSlots(),
      userId: actor.userId,
      credentialId: actor.credentialId,
      seen: query.seen,
      build: readBuildId(),
      signal: AbortSignal.any([request.signal, getEndingSignal()]),
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
