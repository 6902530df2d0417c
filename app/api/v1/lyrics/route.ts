import { defineRoute } from "@/lib/http/route.server";
import { lyricsBodySchema, writtenLyricsSchema } from "@/lib/lyrics/lyrics-dto";
import { writeLyrics } from "@/lib/lyrics/write-lyrics.server";

/** Writes lyrics, or reworks some: one request to the service, which may count it. */
export const POST = defineRoute({
  auth: "actor",
  body: lyricsBodySchema,
  operation: {
    id: "writeLyrics",
    tag: "Generations",
    summary: "Have lyrics written, or some reworked",
    description:
      "Asks the service once and waits for its answer; nothing is sent again by itself. It may be billed. Only where the connection's profile has the endpoint (`features.endpoints.lyricsGeneration` of the connection).",
    answers: { 200: { description: "The lyrics.", schema: writtenLyricsSchema } },
    problems: [
      "connection.missing",
      "connection.unreadable",
      "input.idempotency-conflict",
      "rate.throttled",
      "result.none",
      "request.not-offered",
      "service.key-rejected",
      "service.balance",
      "service.sensitive",
      "network.refused",
      "network.lost",
      "timeout.headers",
    ],
  },
  handle: async ({ actor, body }) => Response.json(await writeLyrics(actor.userId, body)),
});
