import { z } from "zod";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";

const tagMaxLength = 40;
export const maxTags = 20;
/** How many items one request changes. */
export const maxChangedItems = 500;

/** A tag: one line in lower case without a comma, so that a list of tags is separated by commas. */
export const tagSchema = z
  .string()
  .overwrite((text) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim())
  .refine((tag) => isStorableText(tag) && !tag.includes(","), { error: "field.characters", abort: true })
  .refine((tag) => tag !== "", { error: "field.required", abort: true })
  .refine((tag) => countCodePoints(tag) <= tagMaxLength, {
    error: "field.too-long",
    params: { maximum: tagMaxLength },
  })
  .meta({ minLength: 1, maxLength: tagMaxLength, description: "Lower case, without commas." });

const tagsSchema = z.array(tagSchema).max(maxTags);

/** What a person changes of one item or of many. */
export const itemChangesSchema = z.strictObject({
  favourite: z.boolean().optional(),
  rating: z.number().int().min(0).max(5).optional().describe("0 removes the rating."),
  addTags: tagsSchema.optional().describe(`Tags to add. An item has at most ${maxTags}.`),
  removeTags: tagsSchema.optional().describe("Tags to remove."),
  trashed: z.boolean().optional().describe("`true` moves to trash, `false` restores."),
});

/** Also a title, parsed by `generationTitleSchema`; null removes it. */
export type ItemChanges = z.output<typeof itemChangesSchema> & { title?: string | null | undefined };

/** The body of PATCH /api/v1/items. */
export const changeItemsBodySchema = itemChangesSchema.extend({
  ids: z.array(z.uuid()).min(1).max(maxChangedItems),
});

/** How many items of a request were changed; the others were so already. */
export const changedItemsSchema = z.object({ changed: z.number().int().min(0) });
