import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { savedSearchesSchema } from "@/lib/saved-searches/saved-search-dto";
import { orderSavedSearchesBodySchema } from "@/lib/saved-searches/saved-search-input";
import { orderSavedSearches } from "@/lib/saved-searches/saved-searches.server";

export const PUT = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: orderSavedSearchesBodySchema,
  operation: {
    id: "orderSavedSearches",
    tag: "Items",
    summary: "Order your saved searches",
    answers: { 200: { description: "The saved searches.", schema: savedSearchesSchema } },
  },
  handle: ({ actor, body }) => orderSavedSearches(getDatabase(), actor.userId, body.ids),
});
