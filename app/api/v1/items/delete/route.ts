import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { deleteItems } from "@/lib/generations/change/delete-items.server";
import { defineRoute } from "@/lib/http/route.server";
import { deletedItemsSchema, deleteItemsBodySchema } from "@/lib/items/delete-items-dto";
import { maxChangedItems } from "@/lib/items/item-input";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  body: deleteItemsBodySchema,
  operation: {
    id: "deleteItems",
    tag: "Items",
    summary: "Delete many items for good",
    description: `Items in the trash, at most ${maxChangedItems}. What other generations use as input is left and listed. With the last item of a generation, its input goes too. This can’t be undone.`,
    answers: { 200: { description: "What was deleted, and what was left.", schema: deletedItemsSchema } },
    problems: ["not-found", "item.not-in-trash", "generation.state"],
  },
  handle: ({ actor, body }) =>
    deleteItems(
      { database: getDatabase(), clock: studioClock },
      { userId: actor.userId, author: actor, ...body },
    ),
});
