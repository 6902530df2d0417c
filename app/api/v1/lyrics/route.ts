import { defineRoute } from "@/lib/http/route.server";
import { listLyricsDrafts } from "@/lib/lyrics/draft-rows.server";
import { lyricsBodySchema, lyricsDraftListSchema, writtenLyricsSchema } from "@/lib/lyrics/lyrics-dto";
import { writeLyrics } from "@/lib/lyrics/write-lyrics.server";

/** Writes or edits lyrics: one request to the service, which may be billed. */
export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: lyricsBodySchema,
  limit: "lyrics",
  operation: {
    id: "writeLyrics",
    tag: "Generations",
    summary: "Write or edit lyrics",
    description:
      "Asks the service once and waits for the response. Never repeated automatically. May be billed. The last 20 drafts of each person are kept, even if the client disconnects. Requires `features.endpoints.lyricsGeneration` of the connection.",
    answers: { 200: { description: "The lyrics.", schema: writtenLyricsSchema } },
    problems: [
      "connection.missing",
      "storage.full",
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
  handle: ({ actor, body }) => writeLyrics(actor.userId, body),
});

/** The stored drafts. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listLyrics",
    tag: "Generations",
    summary: "List lyrics drafts",
    description:
      "Newest first: finished drafts, drafts in progress, and requests that may have been billed without a response (`unknown`). The last 20 of each person are kept.",
    answers: { 200: { description: "The drafts.", schema: lyricsDraftListSchema } },
    problems: [],
  },
  handle: async ({ actor }) => ({ drafts: await listLyricsDrafts(actor.userId) }),
});
