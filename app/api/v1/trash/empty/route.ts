import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { emptyTrash } from "@/lib/generations/change/empty-trash.server";
import { defineRoute } from "@/lib/http/route.server";
import { emptiedTrashSchema, emptyTrashBodySchema, maxEmptied } from "@/lib/items/delete-items-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  body: emptyTrashBodySchema,
  operation: {
    id: "emptyTrash",
    tag: "Items",
    summary: "Empty your trash",
    description: `Deletes at most ${maxEmptied} for good; repeat while \`remaining\` is not 0. What other generations use as input is left and counted. This can’t be undone.`,
    answers: { 200: { description: "What was deleted, and what is left.", schema: emptiedTrashSchema } },
  },
  handle: ({ actor, body }) =>
    emptyTrash(
      { database: getDatabase(), clock: studioClock },
      { userId: actor.userId, author: actor, ...body },
    ),
});
