import { z } from "zod";
import { maxChangedItems } from "@/lib/items/item-input";
import { itemKinds } from "@/lib/items/item-names";
import { nameSchema } from "@/lib/items/name-schema";
import { titleMaxLength } from "@/lib/items/title-line";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { memberRoles, projectColours, projectItemSorts } from "./project-names";

const notesMaxLength = 2_000;
const storableText = z.string().refine(isStorableText, { error: "field.characters", abort: true });
const cursorSchema = storableText.max(500).optional();

const projectNotesSchema = storableText
  .refine((notes) => countCodePoints(notes) <= notesMaxLength, {
    error: "field.too-long",
    params: { maximum: notesMaxLength },
  })
  .meta({ maxLength: notesMaxLength });

/** The body of POST /api/v1/projects. */
export const createProjectBodySchema = z.strictObject({
  title: nameSchema(titleMaxLength),
  notes: projectNotesSchema.optional(),
  colour: z.enum(projectColours).optional(),
});
export type NewProject = z.output<typeof createProjectBodySchema>;

/** The body of PATCH /api/v1/projects/:id. Fields that are left out stay as they are. */
export const changeProjectBodySchema = createProjectBodySchema.partial().extend({
  coverItemId: z
    .uuid()
    .nullable()
    .optional()
    .describe("One of its images or videos. Null shows the first one."),
  version: z
    .number()
    .int()
    .optional()
    .describe("Refuses the change with `project.changed` if the project has another version by now."),
});
export type ProjectChanges = z.output<typeof changeProjectBodySchema>;

/** The query of GET /api/v1/projects. */
export const listProjectsQuerySchema = z.object({
  role: z.literal("work").optional().describe("`work` lists only projects to which you may add items."),
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: cursorSchema.describe("`nextCursor` of the previous page."),
});
export type ListProjectsQuery = z.output<typeof listProjectsQuerySchema>;

/** The query of GET /api/v1/projects/:id/items. */
export const listProjectItemsQuerySchema = z.object({
  kind: z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(itemKinds)))
    .optional()
    .describe("Only items of one of these kinds, separated by commas: image, audio, video."),
  generator: storableText
    .max(500)
    .transform((text) => text.split(",").filter(Boolean))
    .optional()
    .describe("Only items of one of these generators, separated by commas."),
  q: storableText
    .trim()
    .max(200)
    .optional()
    .describe(
      'Words to find, in any order, not case-sensitive. Searches the names of all items, and the titles, prompts, lyrics, texts, voices, tags and file names of your own. "A phrase" in quotation marks is found as it is, -without excludes.',
    ),
  sort: z
    .enum(projectItemSorts)
    .default("order")
    .describe(
      "`order` as they were placed, `newest` and `oldest` by when they were added, `title` by what they are called.",
    ),
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: cursorSchema.describe("`nextCursor` or `previousCursor` of a page of the same list."),
});
export type ListProjectItemsQuery = z.output<typeof listProjectItemsQuerySchema>;

const idsSchema = z.array(z.uuid()).min(1).max(maxChangedItems);
const spotShape = {
  before: z.uuid().optional().describe("Puts them directly before this item of the project."),
  after: z.uuid().optional().describe("Puts them directly after this item of the project."),
};

/** Where items are placed: beside one of the project, else at the end. */
export interface Spot {
  before?: string | undefined;
  after?: string | undefined;
}

/** The body of POST /api/v1/projects/:id/items. */
export const addProjectItemsBodySchema = z.strictObject({ ids: idsSchema, ...spotShape });

/** The body of POST /api/v1/projects/:id/items/remove. */
export const removeProjectItemsBodySchema = z.strictObject({ ids: idsSchema });

/** The body of POST /api/v1/projects/:id/items/move. */
export const moveProjectItemsBodySchema = z.strictObject({
  ids: idsSchema.describe("They keep the order in which they are given."),
  ...spotShape,
});

/** The body of PUT /api/v1/projects/:id/members. */
export const putMemberBodySchema = z.strictObject({
  email: storableText
    .trim()
    .toLowerCase()
    .max(254)
    .describe("Email address of somebody with an account in this studio."),
  role: z.enum(memberRoles),
});

/** The body of PUT /api/v1/projects/current. */
export const setCurrentProjectBodySchema = z.strictObject({ projectId: z.uuid().nullable() });
