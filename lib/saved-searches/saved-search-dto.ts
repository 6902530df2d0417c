import { z } from "zod";
import { maxSavedSearches } from "./saved-search-limits";

export const savedSearchSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z
    .string()
    .describe("The query of `/library` and of GET /api/v1/items, for example `q=harbour&kind=image`."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SavedSearchDto = z.infer<typeof savedSearchSchema>;

export const savedSearchesSchema = z.object({
  savedSearches: z.array(savedSearchSchema).describe(`In their order; at most ${maxSavedSearches}.`),
});
export type SavedSearches = z.infer<typeof savedSearchesSchema>;
