import { getDatabase } from "@/lib/db/database.server";
import { generationTitleSchema } from "@/lib/generations/read/generation-title";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { deleteItems } from "@/lib/generations/change/delete-items.server";
import { deletedItemsSchema, deleteItemQuerySchema } from "@/lib/items/delete-items-dto";
import { changeItem } from "@/lib/items/change/change-items.server";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { itemChangesSchema } from "@/lib/items/item-input";
import { getItem } from "@/lib/items/read/list-items.server";
import { studioClock } from "@/lib/clock";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getItem",
    tag: "Items",
    summary: "Get an item",
    answers: { 200: { description: "The item.", schema: itemDtoSchema } },
  },
  handle: ({ actor, params }) => getItem(getDatabase(), { userId: actor.userId, ...params }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: itemChangesSchema.extend({
    title: generationTitleSchema.nullable().optional().describe("Custom title. Null removes it."),
  }),
  operation: {
    id: "changeItem",
    tag: "Items",
    summary: "Change an item",
    description: "Fields that are left out stay as they are. Safe to repeat.",
    answers: { 200: { description: "The item.", schema: itemDtoSchema } },
  },
  handle: ({ actor, params, body }) =>
    changeItem({ database: getDatabase(), clock: studioClock }, { author: actor, ...params, changes: body }),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema,
  query: deleteItemQuerySchema,
  operation: {
    id: "deleteItem",
    tag: "Items",
    summary: "Delete an item for good",
    description:
      "An item in the trash. What other generations use as input is left and listed. With the last item of a generation, its input goes too. This can’t be undone.",
    answers: { 200: { description: "What was deleted, and what was left.", schema: deletedItemsSchema } },
    problems: ["item.not-in-trash", "generation.state"],
  },
  handle: ({ actor, params, query }) =>
    deleteItems(
      { database: getDatabase(), clock: studioClock },
      {
        userId: actor.userId,
        author: actor,
        ids: [params.id],
        includeUsed: query.includeUsed === "true",
        skipTrash: query.skipTrash === "true",
      },
    ),
});
