import { z } from "zod";
import { itemSorts } from "../item-names";
import { itemListSchema } from "../list-items-query";

/** How many items one archive has. */
export const maxArchivedItems = 5_000;

/** The body of POST /api/v1/items/archives. */
export const archiveBodySchema = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(maxArchivedItems).optional().describe("These items, in this order."),
    filter: itemListSchema
      .strict()
      .optional()
      .describe("All items that match, with the filters of GET /api/v1/items."),
    exceptIds: z
      .array(z.uuid())
      .max(maxArchivedItems)
      .optional()
      .describe("Items of the list that are left out."),
    sort: z.enum(itemSorts).default("newest").describe("The order of `filter`."),
  })
  .refine(({ ids, filter, exceptIds }) => (ids ? !filter && !exceptIds : filter !== undefined), {
    error: "field.required",
    path: ["ids"],
  });

export const archiveDtoSchema = z.object({
  id: z.uuid(),
  url: z.string().describe("Where to GET the ZIP file, relative to the studio."),
  fileName: z.string(),
  items: z.number().int().min(1),
  bytes: z.number().int().describe("The sum of the files. The ZIP file is slightly larger."),
  expiresAt: z.iso.datetime().describe("A download can start until then."),
});
export type ArchiveDto = z.infer<typeof archiveDtoSchema>;
