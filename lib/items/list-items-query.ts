import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { tagSchema } from "./item-input";
import { itemKinds, itemShapes, itemSorts } from "./item-names";

const storableText = z.string().refine(isStorableText, { error: "field.characters" });
const splitList = (text: string) => text.split(",").filter(Boolean);
/** Names, separated by commas. */
const namesSchema = storableText
  .max(1_000)
  .transform(splitList)
  .pipe(z.array(z.string().max(256)).max(20));
const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const secondsSchema = z.coerce.number().min(0).max(1e6);
const bytesSchema = z.coerce.number().int().min(0).max(1e13);

/** The filters of a list of items. */
export const itemListSchema = z.object({
  q: storableText
    .trim()
    .max(200)
    .optional()
    .describe(
      'Words to find in titles, prompts, lyrics, texts, voices, tags and file names, in any order; from one sign on. "A phrase" in quotation marks is found as it is, -without excludes. Not case-sensitive.',
    ),
  kind: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.enum(itemKinds)))
    .optional()
    .describe("Only items of one of these kinds, separated by commas: image, audio, video."),
  generator: namesSchema.optional().describe("Only items of one of these generators, separated by commas."),
  model: namesSchema.optional().describe("Only items of one of these models, separated by commas."),
  voice: namesSchema.optional().describe("Only items with one of these voice IDs, separated by commas."),
  tag: storableText
    .max(1_000)
    .transform(splitList)
    .pipe(z.array(tagSchema).max(20))
    .optional()
    .describe("Only items with all of these tags, separated by commas."),
  rating: z.coerce.number().int().min(1).max(5).optional().describe("Only items with at least this rating."),
  favourite: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` lists only favourites, `false` all others."),
  sandbox: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` lists only items of the sandbox, `false` all others."),
  shape: z.enum(itemShapes).optional().describe("Only images and videos of this shape."),
  minSeconds: secondsSchema.optional().describe("Only audio and videos of at least this length."),
  maxSeconds: secondsSchema.optional().describe("Only audio and videos of at most this length."),
  minBytes: bytesSchema.optional().describe("Only files of at least this size."),
  maxBytes: bytesSchema.optional().describe("Only files of at most this size."),
  from: instantSchema.optional().describe("Only items created at this time or later."),
  until: instantSchema.optional().describe("Only items created before this time."),
  generationId: z.uuid().optional().describe("Only results of this generation."),
  project: z.uuid().optional().describe("Only items of yours that are in this project."),
  trash: z.enum(["true", "false"]).optional().describe("`true` lists trash instead."),
});
export type ItemFilter = z.output<typeof itemListSchema>;

/** The query of GET /api/v1/items/{id}/neighbours: a list with its order. */
export const itemNeighboursQuerySchema = itemListSchema.extend({
  sort: z
    .enum(itemSorts)
    .default("newest")
    .describe(
      "`longest` and `shortest` list only audio and videos; `rating` the highest first; `title` by name; `largest` by size of the file.",
    ),
});
export type ItemNeighboursQuery = z.output<typeof itemNeighboursQuerySchema>;

/** The query of GET /api/v1/items. */
export const listItemsQuerySchema = itemNeighboursQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: storableText
    .max(2_000)
    .optional()
    .describe("`nextCursor` or `previousCursor` of a page of the same list."),
  at: instantSchema
    .optional()
    .describe("Begins at this time instead of the beginning, for lists that are sorted by time."),
});
export type ListItemsQuery = z.output<typeof listItemsQuerySchema>;
