import { z } from "zod";
import { itemKinds } from "@/lib/items/item-names";

export const maxSharedItems = 100;
/** Active links of a person. */
export const maxShares = 500;

/** The body of POST /api/v1/shares. */
export const createShareBodySchema = z.strictObject({
  itemIds: z.array(z.uuid()).min(1).max(maxSharedItems).describe("The items, in the order of the page."),
  showPrompt: z.boolean().default(false).describe("Whether the page shows the prompts."),
  expiresInDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .nullable()
    .default(30)
    .describe("When the link expires. Null: never."),
});
export type CreateShareInput = z.output<typeof createShareBodySchema>;

export const shareDtoSchema = z.object({
  id: z.uuid(),
  items: z
    .array(z.object({ id: z.uuid(), name: z.string(), kind: z.enum(itemKinds) }))
    .describe("Without those in the trash, which the page doesn’t show."),
  showPrompt: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ShareDto = z.infer<typeof shareDtoSchema>;

export const newShareDtoSchema = shareDtoSchema.extend({
  url: z.string().describe("The link. It is never shown again."),
});
export type NewShareDto = z.infer<typeof newShareDtoSchema>;

export const listSharesQuerySchema = z.object({
  itemId: z.uuid().optional().describe("Only links to this item."),
});

export const sharesSchema = z.object({ shares: z.array(shareDtoSchema) });
