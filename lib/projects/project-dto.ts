import { z } from "zod";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { projectColours, projectRoles } from "./project-names";

/** A project as lists return it. */
export const projectDtoSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  notes: z.string(),
  colour: z.enum(projectColours),
  role: z
    .enum(projectRoles)
    .describe("What you may do: `view` sees it, `work` also adds, removes and orders items."),
  owner: z.string().describe("Name of the person who created it."),
  cover: z
    .object({
      itemId: z.uuid(),
      assetId: z.uuid(),
      chosen: z.boolean().describe("False for the first image or video, which shows until one is chosen."),
    })
    .nullable(),
  counts: z
    .object({
      image: z.number().int(),
      audio: z.number().int(),
      video: z.number().int(),
      exact: z.boolean().describe("False for a project of more than 1,000 items: no more are counted."),
    })
    .describe("How many items it has, without those in the trash."),
  people: z.number().int().min(1).describe("How many people see it, with its owner."),
  version: z.number().int().describe("Increases when its title, notes, colour or cover change."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("When it, its items or its members last changed."),
});
export type ProjectDto = z.infer<typeof projectDtoSchema>;

export const projectPageSchema = z.object({
  projects: z.array(projectDtoSchema),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the next page. Null on the last page."),
});
export type ProjectPage = z.infer<typeof projectPageSchema>;

/** An item as a project shows it. Words, rating, favourite and tags of other people's items are theirs, and left out. */
export const projectItemDtoSchema = itemDtoSchema.extend({
  own: z.boolean().describe("False for the item of another person."),
  person: z.string().describe("Name of the person whose item it is, and who added it."),
  addedAt: z.iso.datetime(),
});
export type ProjectItemDto = z.infer<typeof projectItemDtoSchema>;

export const projectItemPageSchema = z.object({
  items: z.array(projectItemDtoSchema),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the next page. Null on the last page."),
  previousCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the page before, which may be empty. Null on the first page."),
});
export type ProjectItemPage = z.infer<typeof projectItemPageSchema>;

export const projectMemberDtoSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(projectRoles),
  you: z.boolean(),
});
export type ProjectMemberDto = z.infer<typeof projectMemberDtoSchema>;

/** The owner first, then members in the order in which they were added. */
export const projectMembersSchema = z.object({ people: z.array(projectMemberDtoSchema) });

/** Where new results go. */
export const currentProjectSchema = z.object({
  project: z
    .object({ id: z.uuid(), title: z.string(), colour: z.enum(projectColours) })
    .nullable()
    .describe("Null if new results go into no project, or that project is gone."),
});
export type CurrentProject = z.infer<typeof currentProjectSchema>["project"];
