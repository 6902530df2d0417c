import { getDatabase } from "@/lib/db/database.server";
import { getLineage } from "@/lib/generations/read/get-lineage.server";
import { lineageSchema, maxLineageDepth } from "@/lib/generations/read/lineage-dto";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

/** What an item was made from, and what was made from it. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getLineage",
    tag: "Items",
    summary: "Get what an item was made from, and what was made from it",
    description: `Across media: an image, the video that starts with it, the next video from a frame of that one; a song and its cover; a take and its variations. At most ${maxLineageDepth} steps back and as many forwards.`,
    answers: { 200: { description: "The related items.", schema: lineageSchema } },
  },
  handle: ({ actor, params }) => getLineage(getDatabase(), { userId: actor.userId, ...params }),
});
