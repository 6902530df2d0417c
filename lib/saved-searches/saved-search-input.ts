import { z } from "zod";
import { type ItemList, listReaders } from "@/lib/items/item-list";
import { itemNeighboursQuerySchema } from "@/lib/items/list-items-query";
import { nameSchema } from "@/lib/items/name-schema";
import { maxSavedSearches, savedSearchNameMaxLength } from "./saved-search-limits";

export const savedSearchNameSchema = nameSchema(savedSearchNameMaxLength).describe(
  "One line, unique whatever its case.",
);

const maxQueryLength = 2_000;

/** What GET /api/v1/items accepts and the library shows: each filter once, with one value. */
export const savedSearchQuerySchema = z
  .string()
  .max(maxQueryLength)
  .transform((text, context) => {
    const given = new URLSearchParams(text);
    if (given.get("sort") === "newest") given.delete("sort");
    const kept = Object.entries(listReaders).flatMap(
      ([name, read]: [string, (value: string) => ItemList[keyof ItemList]]) => {
        const value = read(given.get(name)?.trim() ?? "");
        return value === undefined || value === "" ? [] : [[name, String(value)]];
      },
    );
    const query = new URLSearchParams(kept);
    const isRead =
      query.size === given.size && [...query].every(([name, value]) => given.get(name)?.trim() === value);
    if (!isRead || !itemNeighboursQuerySchema.safeParse(Object.fromEntries(query)).success) {
      context.addIssue({ code: "custom", message: "saved-search.query.unreadable" });
      return z.NEVER;
    }
    if (query.size === 0) {
      context.addIssue({ code: "custom", message: "field.required" });
      return z.NEVER;
    }
    return query.toString();
  })
  .meta({
    minLength: 1,
    maxLength: maxQueryLength,
    description:
      "Search, filters and order as in the library's address and GET /api/v1/items, each once and with one value, for example `q=harbour&kind=image&sort=rating`.",
  });

/** The body of POST /api/v1/saved-searches. */
export const createSavedSearchBodySchema = z.strictObject({
  name: savedSearchNameSchema,
  query: savedSearchQuerySchema,
});
export type NewSavedSearch = z.output<typeof createSavedSearchBodySchema>;

/** The body of PATCH /api/v1/saved-searches/{id}. */
export const changeSavedSearchBodySchema = createSavedSearchBodySchema.partial();
export type SavedSearchChanges = z.output<typeof changeSavedSearchBodySchema>;

/** The body of PUT /api/v1/saved-searches/order. */
export const orderSavedSearchesBodySchema = z.strictObject({
  ids: z
    .array(z.uuid())
    .max(maxSavedSearches)
    .refine((ids) => new Set(ids).size === ids.length, { error: "field.duplicate" })
    .describe("In the new order. Those that are left out follow."),
});
