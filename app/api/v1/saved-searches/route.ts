import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { savedSearchSchema, savedSearchesSchema } from "@/lib/saved-searches/saved-search-dto";
import { createSavedSearchBodySchema } from "@/lib/saved-searches/saved-search-input";
import { createSavedSearch, listSavedSearches } from "@/lib/saved-searches/saved-searches.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listSavedSearches",
    tag: "Items",
    summary: "List your saved searches",
    answers: { 200: { description: "The saved searches.", schema: savedSearchesSchema } },
  },
  handle: ({ actor }) => listSavedSearches(getDatabase(), actor.userId),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: createSavedSearchBodySchema,
  operation: {
    id: "createSavedSearch",
    tag: "Items",
    summary: "Save a search of the library",
    answers: { 201: { description: "The saved search.", schema: savedSearchSchema } },
    problems: ["saved-search.too-many"],
  },
  handle: ({ actor, body }) => createSavedSearch(getDatabase(), actor.userId, body),
});
