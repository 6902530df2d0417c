import { z } from "zod";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { generationDtoSchema } from "./generation-dto";

/** How far a lineage goes back, and how far forwards. */
export const maxLineageDepth = 6;
/** How many items that were made from one are listed; the others are counted. */
export const maxMadeFrom = 6;
/** Up to how many of them are counted. */
export const maxCounted = 1_000;
/** How many items one step back or forwards has. */
export const maxLineageWidth = 24;

const lineageNodeSchema = itemDtoSchema
  .pick({
    id: true,
    generationId: true,
    assetId: true,
    index: true,
    kind: true,
    generator: true,
    name: true,
    durationSeconds: true,
    width: true,
    height: true,
  })
  .extend({
    depth: z
      .number()
      .int()
      .describe(
        "0 for the requested item, negative for what it was made from, positive for what was made from it.",
      ),
    of: z
      .uuid()
      .nullable()
      .describe("The node it is connected to, one step nearer to the requested item. Null for that item."),
    relation: generationDtoSchema.shape.relation.describe(
      "How the later one of the two was created. Null if it only uses the file of the other.",
    ),
    trashed: z.literal(true).optional().describe("It is in the trash."),
    more: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(`How many others were made from it that are not listed; at most ${maxCounted} are counted.`),
  });
export type LineageNode = z.infer<typeof lineageNodeSchema>;

export const lineageSchema = z.object({
  nodes: z
    .array(lineageNodeSchema)
    .describe("From the earliest to the latest. Only the item itself if nothing is related to it."),
});
export type Lineage = z.infer<typeof lineageSchema>;
