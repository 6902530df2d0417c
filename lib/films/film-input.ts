import { z } from "zod";
import { nameSchema } from "@/lib/items/name-schema";
import { titleMaxLength } from "@/lib/items/title-line";
import { isStorableText } from "@/lib/service/contract/text";
import { filmAspects, filmDocumentSchema, frameRates } from "./film-document";

const titleSchema = nameSchema(titleMaxLength);
const versionSchema = z
  .int()
  .min(1)
  .describe(
    "The version that you edited. If the film has a newer one, nothing is saved: the error `film.changed` has its number as `version`.",
  );
const keySchema = z
  .uuid()
  .describe("A new one for each save. Sending a save again with its key changes nothing.");
const cursorSchema = z.string().refine(isStorableText, { error: "field.characters", abort: true }).max(500);
const limitSchema = z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page.");

/** The body of POST /api/v1/films. */
export const createFilmBodySchema = z.strictObject({
  title: titleSchema,
  projectId: z.uuid().nullable().optional().describe("A project to which you may add items."),
  aspect: z.enum(filmAspects).default("16:9"),
  frameRate: z.union(frameRates.map((rate) => z.literal(rate))).default(24),
  document: filmDocumentSchema
    .optional()
    .describe("What it begins with, instead of an empty film of `aspect` and `frameRate`."),
});
export type NewFilm = z.output<typeof createFilmBodySchema>;

/** The body of PATCH /api/v1/films/{id}. Fields that are left out stay as they are. */
export const changeFilmBodySchema = z.strictObject({
  title: titleSchema.optional(),
  projectId: z
    .uuid()
    .nullable()
    .optional()
    .describe("Moves your film to a project to which you may add items. Null takes it out of its project."),
  trashed: z.boolean().optional().describe("Moves your film to trash, or restores it."),
});
export type FilmChanges = z.output<typeof changeFilmBodySchema>;

/** The query of GET /api/v1/films. */
export const listFilmsQuerySchema = z.object({
  projectId: z.uuid().optional().describe("Only the films of this project."),
  trashed: z.literal("true").optional().describe("Your films in the trash instead."),
  limit: limitSchema,
  cursor: cursorSchema.optional().describe("`nextCursor` of the previous page."),
});
export type ListFilmsQuery = z.output<typeof listFilmsQuerySchema>;

/** The body of PUT /api/v1/films/{id}/document. */
export const saveFilmBodySchema = z.strictObject({
  version: versionSchema,
  key: keySchema,
  document: filmDocumentSchema,
});
export type FilmSave = z.output<typeof saveFilmBodySchema>;

/** The body of POST /api/v1/films/{id}/copies. */
export const copyFilmBodySchema = z.strictObject({ title: titleSchema.optional() });

/** The query of GET /api/v1/films/{id}/versions. */
export const listVersionsQuerySchema = z.object({
  limit: limitSchema,
  cursor: z.coerce.number().int().min(1).optional().describe("`nextCursor` of the previous page."),
});
export type ListVersionsQuery = z.output<typeof listVersionsQuerySchema>;

/** The path of a version. */
export const versionParamsSchema = z.object({
  id: z.uuid(),
  number: z.coerce.number().int().min(1).max(2_147_483_647),
});

/** The body of PATCH /api/v1/films/{id}/versions/{number}. */
export const nameVersionBodySchema = z.strictObject({
  name: nameSchema(60).nullable().describe("Null lets it be thinned out as the others."),
});

/** The body of POST /api/v1/films/{id}/versions/{number}/restoration. */
export const restoreVersionBodySchema = z.strictObject({ version: versionSchema, key: keySchema });
