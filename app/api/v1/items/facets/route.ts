import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { itemFacetsSchema } from "@/lib/items/item-dto";
import { listItemFacets } from "@/lib/items/read/list-item-facets.server";

/** What a person can filter items by. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listItemFacets",
    tag: "Items",
    summary: "List the models, voices and tags of your items",
    answers: { 200: { description: "The models, voices and tags.", schema: itemFacetsSchema } },
  },
  handle: ({ actor }) => listItemFacets(getDatabase(), actor.userId),
});
