import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { savedSearchSchema } from "@/lib/saved-searches/saved-search-dto";
import { changeSavedSearchBodySchema } from "@/lib/saved-searches/saved-search-input";
import { changeSavedSearch, deleteSavedSearch } from "@/lib/saved-searches/saved-searches.server";

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: changeSavedSearchBodySchema,
  operation: {
    id: "changeSavedSearch",
    tag: "Items",
    summary: "Rename a saved search, or change what it finds",
    description: "Fields that are left out stay as they are.",
    answers: { 200: { description: "The saved search.", schema: savedSearchSchema } },
  },
  handle: ({ actor, params, body }) =>
    changeSavedSearch(getDatabase(), { userId: actor.userId, ...params }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "deleteSavedSearch",
    tag: "Items",
    summary: "Delete a saved search",
    description: "The items that it finds stay.",
    answers: { 204: { description: "Deleted." } },
  },
  handle: ({ actor, params }) => deleteSavedSearch(getDatabase(), { userId: actor.userId, ...params }),
});
