import { z } from "zod";
import { itemKinds } from "@/lib/items/item-names";
import { projectColours } from "@/lib/projects/project-names";
import { filmAspects, filmDocumentSchema } from "./film-document";

/** What people may do with a film, each including the next. */
export const filmRoles = ["owner", "work", "view"] as const;
export type FilmRole = (typeof filmRoles)[number];

const nextCursorSchema = z
  .string()
  .nullable()
  .describe("Opaque. Send it as `cursor` for the next page. Null on the last page.");

/** A film as lists return it. */
export const filmDtoSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  role: z
    .enum(filmRoles)
    .describe("What you may do: `view` sees it, `work` also edits it, `owner` also moves and deletes it."),
  owner: z.string().describe("Name of the person whose film it is."),
  project: z
    .object({ id: z.uuid(), title: z.string(), colour: z.enum(projectColours) })
    .nullable()
    .describe("Everybody in the project sees the film; whoever may add items may edit it."),
  aspect: z.enum(filmAspects),
  shots: z.number().int(),
  durationMs: z.number().int(),
  cover: z
    .object({ itemId: z.uuid(), assetId: z.uuid() })
    .nullable()
    .describe("The item of its first shot that has one, if you see that item."),
  version: z.number().int().describe("Of its document. Send it with the next save."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable().describe("When it was moved to trash."),
});
export type FilmDto = z.infer<typeof filmDtoSchema>;

export const filmPageSchema = z.object({ films: z.array(filmDtoSchema), nextCursor: nextCursorSchema });
export type FilmPage = z.infer<typeof filmPageSchema>;

/** An item that a film uses. */
export const filmItemSchema = z.object({
  id: z.uuid(),
  assetId: z.uuid().describe("The file: `/api/media/{assetId}`."),
  kind: z.enum(itemKinds),
  name: z.string(),
  mimeType: z.string(),
  durationSeconds: z.number().optional(),
  width: z.number().int().optional().describe("Pixels."),
  height: z.number().int().optional().describe("Pixels."),
});
export type FilmItem = z.infer<typeof filmItemSchema>;

/** A film with all that a desk needs to open it. */
export const openFilmSchema = filmDtoSchema.extend({
  document: filmDocumentSchema,
  items: z
    .array(filmItemSchema)
    .describe("The items of the document that you see: your own, and those of the film’s project."),
  missing: z
    .array(
      z.object({
        itemId: z.uuid(),
        why: z
          .enum(["gone", "trash"])
          .describe("`trash` for your own item in the trash; else it was deleted, or you don’t see it."),
      }),
    )
    .describe("The other items of the document. Their places in the film stay."),
});
export type OpenFilm = z.infer<typeof openFilmSchema>;

/** The answer to a save. */
export const savedFilmSchema = z.object({
  version: z.number().int().describe("The number of what was saved. Send it with the next save."),
});
export type SavedFilm = z.infer<typeof savedFilmSchema>;

export const filmVersionSchema = z.object({
  number: z.number().int(),
  name: z.string().nullable().describe("A version with a name is kept."),
  savedAt: z.iso.datetime(),
  savedBy: z.string().nullable().describe("Name of the person. Null if their account is gone."),
});
export type FilmVersionDto = z.infer<typeof filmVersionSchema>;

export const filmVersionPageSchema = z.object({
  versions: z.array(filmVersionSchema).describe("The newest first."),
  nextCursor: nextCursorSchema,
});
export type FilmVersionPage = z.infer<typeof filmVersionPageSchema>;

export const filmVersionWithDocumentSchema = filmVersionSchema.extend({ document: filmDocumentSchema });
export type FilmVersionWithDocument = z.infer<typeof filmVersionWithDocumentSchema>;
