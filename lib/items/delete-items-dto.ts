import { z } from "zod";
import { maxChangedItems } from "./item-input";

/** How many items and generations one request to empty the trash deletes. */
export const maxEmptied = 500;

const includeUsedText = "Also deletes what other generations use. Its file stays as long as they need it.";
const skipTrashText = "Also deletes what is not in the trash.";
/** Fields of bodies that delete. */
export const includeUsed = z.boolean().optional().describe(includeUsedText);
export const skipTrash = z.boolean().optional().describe(skipTrashText);

/** The body of POST /api/v1/items/delete. */
export const deleteItemsBodySchema = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(maxChangedItems),
  includeUsed,
  skipTrash,
});

/** The query of DELETE /api/v1/items/{id}. */
export const deleteItemQuerySchema = z.object({
  includeUsed: z.enum(["true", "false"]).optional().describe(includeUsedText),
  skipTrash: z.enum(["true", "false"]).optional().describe(skipTrashText),
});

export const deletedItemsSchema = z.object({
  deleted: z.number().int().min(0),
  inUse: z
    .array(
      z.object({
        id: z.uuid(),
        uses: z.array(z.object({ generationId: z.uuid(), generator: z.string() })),
      }),
    )
    .describe("Items that were left, with the generations that use them as input."),
});
export type DeletedItems = z.infer<typeof deletedItemsSchema>;

/** How many items that other generations use are named before the trash is emptied. */
export const maxNamedSources = 3;

/** What is in a person's trash. */
export const trashContentsSchema = z.object({
  items: z.number().int().min(0),
  bytes: z.number().int().min(0).describe("Size of the items' files."),
  inUse: z.number().int().min(0).describe("Items that other generations use as input."),
  used: z
    .array(z.object({ generationId: z.uuid(), name: z.string() }))
    .max(maxNamedSources)
    .describe("The newest of these."),
  others: z.number().int().min(0).describe("Generations without items, such as failed ones."),
  days: z.number().int().nullable().describe("After how many days items leave. Null if they stay."),
  notBefore: z.iso
    .datetime()
    .nullable()
    .describe("No item leaves before. All get their days from the start of the studio with this setting."),
});
export type TrashContents = z.infer<typeof trashContentsSchema>;

/** The body of POST /api/v1/trash/empty. */
export const emptyTrashBodySchema = z.strictObject({ includeUsed });

export const emptiedTrashSchema = z.object({
  deleted: z.number().int().min(0).describe("Items, and generations without items."),
  inUse: z.number().int().min(0).describe("Items that were left because other generations use them."),
  remaining: z.number().int().min(0).describe("How many the next request deletes. Repeat until it is 0."),
});
export type EmptiedTrash = z.infer<typeof emptiedTrashSchema>;
