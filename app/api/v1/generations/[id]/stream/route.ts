import { getGenerationServices, getLiveHub, getSoundSlots } from "@/server/generation-services.server";
import {
  openGenerationStream,
  streamQuerySchema,
} from "@/lib/generations/stream/open-generation-stream.server";
import { createStreamResponse } from "@/lib/generations/stream/stream-response.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";
import { getRelay } from "@/lib/live/relay/get-relay.server";
import { soundStreamLimits } from "@/lib/live/stream-slots.server";

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
    description: `Responds as soon as the first byte is available, and waits for it for a few minutes if necessary. Always starts at the beginning, continues as data arrives from the service, and ends when the result is complete or was cut off. Headerless audio is sent as WAV of unknown length. After that, returns the stored result with range support. ${soundStreamLimits.perPerson} streams per person and ${soundStreamLimits.perCredential} per session or token can be open; one more is refused with 429.`,
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
    problems: ["not-found", "generation.nothing-to-play", "rate.throttled"],
  },
  async handle({ actor, params, query, request }) {
    const { userId, credentialId } = actor;
    // Ends with the request, the reader or the stream, whichever is first.
    const listening = new AbortController();
    const takeSlot = (): void => {
      const leaveSlot = getSoundSlots().take({ userId, credentialId });
      if (listening.signal.aborted) leaveSlot();
      else listening.signal.addEventListener("abort", leaveSlot, { once: true });
    };
    if (request.signal.aborted) listening.abort();
    request.signal.addEventListener("abort", () => listening.abort(), { once: true });
    try {
      const { database } = await getGenerationServices();
      const playable = await openGenerationStream(
        { database, hub: await getLiveHub(), relay: getRelay() },
        { userId, id: params.id, query, signal: listening.signal, beforeLive: takeSlot },
      );
      return await createStreamResponse(request, playable, listening);
    } catch (error) {
      listening.abort();
      throw error;
    }
  },
});
