import { z } from "zod";
import { itemKinds } from "@/lib/items/item-names";

export const maxSharedItems = 100;
/** Active links of a person. */
export const maxShares = 500;

const expiresInDaysSchema = z.number().int().min(1).max(365).nullable();

/** The body of POST /api/v1/shares. */
export const createShareBodySchema = z
  .strictObject({
    itemIds: z
      .array(z.uuid())
      .min(1)
      .max(maxSharedItems)
      .optional()
      .describe("The items, in the order of the page."),
    projectId: z
      .uuid()
      .optional()
      .describe("A project of yours, instead of items. The page shows your own items in it, in its order."),
    showPrompt: z.boolean().default(false).describe("Whether the page shows the prompts."),
    showNotes: z.boolean().default(false).describe("Whether the page shows the notes of the project."),
    showAdditions: z
      .boolean()
      .default(false)
      .describe("Whether the page shows items that are added to the project after the link was created."),
    expiresInDays: expiresInDaysSchema.default(30).describe("When the link expires. Null: never."),
  })
  .refine(({ itemIds, projectId }) => (itemIds === undefined) !== (projectId === undefined), {
    error: "field.required",
    path: ["itemIds"],
  });
export type CreateShareInput = z.input<typeof createShareBodySchema>;
export type NewShare = z.output<typeof createShareBodySchema>;

/** The body of PATCH /api/v1/shares/:id. */
export const changeShareBodySchema = z.strictObject({
  expiresInDays: expiresInDaysSchema.describe("When the link expires, from now. Null: never."),
});
export type ChangeShareInput = z.output<typeof changeShareBodySchema>;

export const shareDtoSchema = z.object({
  id: z.uuid(),
  project: z.object({ id: z.uuid(), title: z.string() }).nullable().describe("Null for a link to items."),
  items: z
    .array(z.object({ id: z.uuid(), name: z.string(), kind: z.enum(itemKinds) }))
    .describe("Without those in the trash, which the page doesn’t show. Empty for a project."),
  showPrompt: z.boolean(),
  showNotes: z.boolean(),
  showAdditions: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ShareDto = z.infer<typeof shareDtoSchema>;

export const newShareDtoSchema = shareDtoSchema.extend({ url: z.string().describe("The link.") });
export type NewShareDto = z.infer<typeof newShareDtoSchema>;

export const addressedShareDtoSchema = shareDtoSchema.extend({
  url: z
    .string()
    .nullable()
    .describe("The link. Null if the studio’s secret has changed since it was created; it still works then."),
});
export type AddressedShareDto = z.infer<typeof addressedShareDtoSchema>;

export const listSharesQuerySchema = z.object({
  itemId: z.uuid().optional().describe("Only links to this item."),
  projectId: z.uuid().optional().describe("Only links to this project."),
  cursor: z.uuid().optional().describe("`nextCursor` of the page before."),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListSharesQuery = z.output<typeof listSharesQuerySchema>;

export const sharePageSchema = z.object({
  shares: z.array(shareDtoSchema),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the next page. Null on the last page."),
});
export type SharePage = z.infer<typeof sharePageSchema>;

export const revokedSharesSchema = z.object({
  revoked: z.number().int().min(0).describe("How many links were active."),
});
