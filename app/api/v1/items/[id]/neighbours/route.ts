import { getDatabase } from "@/lib/db/database.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { itemNeighboursSchema } from "@/lib/items/item-dto";
import { itemNeighboursQuerySchema } from "@/lib/items/list-items-query";
import { findItemNeighbours } from "@/lib/items/read/find-item-neighbours.server";

/** The items before and after one in a list. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: itemNeighboursQuerySchema,
  operation: {
    id: "getItemNeighbours",
    tag: "Items",
    summary: "Get the previous and next item in a list",
    description:
      "The list takes the filters and the order of GET /api/v1/items, and defaults to the whole library. The item doesn’t have to be in it.",
    answers: { 200: { description: "The neighbours.", schema: itemNeighboursSchema } },
    problems: ["rate.throttled"],
  },
  async handle({ actor, params, query }) {
    if (query.q) await countRequest("search", actor.userId);
    return findItemNeighbours(getDatabase(), { userId: actor.userId, ...params, list: query });
  },
});
