import { getGenerationServices, getLiveHub } from "@/server/generation-services.server";
import {
  openGenerationStream,
  streamQuerySchema,
} from "@/lib/generations/stream/open-generation-stream.server";
import { createStreamResponse } from "@/lib/generations/stream/stream-response.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/** Audio while it is generated; afterwards the stored result. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: streamQuerySchema,
  operation: {
    id: "streamGeneration",
    tag: "Generations",
    summary: "Stream a result while it's generated",
    description:
      "Responds as soon as the first byte is available, and waits for it for a few minutes if necessary. Always starts at the beginning, continues as data arrives from the service, and ends when the result is complete or was cut off. Headerless audio is sent as WAV of unknown length. After that, returns the stored result with range support.",
    requestHeaders: { range: "Only for stored results." },
    answers: {
      200: {
        description: "The audio. Without `content-length`, it's still being generated.",
        contentTypes: ["audio/*"],
      },
      206: { description: "A range of the stored result.", contentTypes: ["audio/*"] },
      304: { description: "The stored result hasn't changed." },
      416: { description: "The range starts after the last byte." },
    },
    problems: ["not-found", "generation.nothing-to-play"],
  },
  async handle({ actor, params, query, request }) {
    const { database } = await getGenerationServices();
    // Ends with the request or with the reader, whichever is first.
    const listening = new AbortController();
    if (request.signal.aborted) listening.abort();
    request.signal.addEventListener("abort", () => listening.abort(), { once: true });
    const playable = await openGenerationStream(
      { database, hub: await getLiveHub() },
      { userId: actor.userId, id: params.id, query, signal: listening.signal },
    );
    return createStreamResponse(request, playable, listening);
  },
});
