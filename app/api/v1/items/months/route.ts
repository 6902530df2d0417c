import { getDatabase } from "@/lib/db/database.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute } from "@/lib/http/route.server";
import { itemMonthsSchema } from "@/lib/items/item-dto";
import { itemListSchema } from "@/lib/items/list-items-query";
import { countItems } from "@/lib/items/read/count-items.server";

/** How many items a list has, and from when. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: itemListSchema,
  operation: {
    id: "countItems",
    tag: "Items",
    summary: "Count the items of a list by month",
    description:
      "The list takes the same filters as GET /api/v1/items. Up to 1,000 items are counted one by one, and any number in a project or for the filters kind, generator, favourite and trash. Other numbers are estimates.",
    answers: { 200: { description: "The numbers of items.", schema: itemMonthsSchema } },
    problems: ["rate.throttled"],
  },
  async handle({ actor, query }) {
    if (query.q) await countRequest("search", actor.userId);
    return countItems(getDatabase(), actor.userId, query);
  },
});
