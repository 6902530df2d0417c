import { defineRoute } from "@/lib/http/route.server";
import { listLyricsDrafts } from "@/lib/lyrics/list-lyrics-drafts.server";
import { lyricsBodySchema, lyricsDraftListSchema, writtenLyricsSchema } from "@/lib/lyrics/lyrics-dto";
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
      "Asks the service once and waits for its answer; nothing is sent again by itself. It may be billed. What it writes is kept, also for a caller who went away; of each person the last 20. Only where the connection's profile has the endpoint (`features.endpoints.lyricsGeneration` of the connection).",
    answers: { 200: { description: "The lyrics.", schema: writtenLyricsSchema } },
    problems: [
      "connection.missing",
      "connection.unreadable",
      "input.idempotency-conflict",
      "rate.throttled",
      "result.none",
      "generation.interrupted",
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

/** What the service wrote before, for whoever lost it. */
export const GET = defineRoute({
  auth: "actor",
  operation: {
    id: "listLyrics",
    tag: "Generations",
    summary: "List lyrics that were written",
    description:
      "The newest first: what was written, what is being written, and what may have been counted although no answer came (`unknown`). Of each person the last 20 are kept.",
    answers: { 200: { description: "The drafts.", schema: lyricsDraftListSchema } },
    problems: [],
  },
  handle: async ({ actor }) => Response.json({ drafts: await listLyricsDrafts(actor.userId) }),
});
