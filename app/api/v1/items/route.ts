import { getDatabase } from "@/lib/db/database.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute } from "@/lib/http/route.server";
import { changeItems } from "@/lib/items/change/change-items.server";
import { itemPageSchema } from "@/lib/items/item-dto";
import { changedItemsSchema, changeItemsBodySchema, maxChangedItems } from "@/lib/items/item-input";
import { listItemsQuerySchema } from "@/lib/items/list-items-query";
import { listItems } from "@/lib/items/read/list-items.server";
import { studioClock } from "@/lib/clock";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listItemsQuerySchema,
  operation: {
    id: "listItems",
    tag: "Items",
    summary: "List your items",
    description:
      "An item is one result: an image, an audio file or a video. GET /api/v1/items/months counts the list.",
    answers: { 200: { description: "One page of items.", schema: itemPageSchema } },
    problems: ["rate.throttled"],
  },
  async handle({ actor, query }) {
    if (query.q) await countRequest("search", actor.userId);
    return listItems(getDatabase(), actor.userId, query);
  },
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: changeItemsBodySchema,
  operation: {
    id: "changeItems",
    tag: "Items",
    summary: "Change many items",
    description: `Changes all of them or, after an error, none; at most ${maxChangedItems}. Safe to repeat.`,
    answers: { 200: { description: "How many were changed.", schema: changedItemsSchema } },
    problems: ["not-found"],
  },
  async handle({ actor, body: { ids, ...changes } }) {
    const services = { database: getDatabase(), clock: studioClock };
    return { changed: await changeItems(services, { author: actor, ids, changes }) };
  },
});
