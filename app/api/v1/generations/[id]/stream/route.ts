import { getGenerationServices, getLiveHub } from "@/generators/generation-services.server";
import { openGenerationStream, streamQuerySchema } from "@/lib/generations/open-generation-stream.server";
import { createStreamResponse } from "@/lib/generations/stream-response.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/** Sound while it is made; afterwards the stored result. */
export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  query: streamQuerySchema,
  operation: {
    id: "streamGeneration",
    tag: "Generations",
    summary: "Play a result while it is being made",
    description:
      "Answers when the first byte is there: asked sooner, it waits for it, for some minutes at most. Begins with that byte, whenever it is asked for, and goes on as the service goes on; ends when the result is whole or broke off. Sound without a header comes as WAV of unknown length. Afterwards the stored result, with ranges.",
    requestHeaders: { range: "Only of a stored result." },
    answers: {
      200: {
        description: "The sound. Without `content-length` it is still being made.",
        contentTypes: ["audio/*"],
      },
      206: { description: "A range of a stored result.", contentTypes: ["audio/*"] },
      304: { description: "The caller has this stored result." },
      416: { description: "The range begins after the last byte." },
    },
    problems: ["not-found", "generation.nothing-to-play"],
  },
  async handle({ actor, params, query, request }) {
    const { database } = await getGenerationServices();
    // Ends with the request or with the reader, whichever leaves first.
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
