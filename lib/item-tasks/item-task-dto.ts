import { z } from "zod";
import { includeUsed, skipTrash } from "@/lib/items/delete-items-dto";
import { itemChangesSchema } from "@/lib/items/item-input";
import { itemSorts } from "@/lib/items/item-names";
import { itemListSchema } from "@/lib/items/list-items-query";

/** How many items a request can name. A JSON body has at most 10,000 values. */
export const maxNamedItems = 5_000;

const idsSchema = z.array(z.uuid()).max(maxNamedItems);

/** Which items: named ones, or those of a list. A misspelt filter would match everything, so none is ignored. */
const chosenItems = {
  ids: idsSchema.min(1).optional().describe("The items. Send either these or `filter`."),
  filter: z
    .strictObject(itemListSchema.shape)
    .optional()
    .describe(
      "All items of a list that exist now, with the filters of GET /api/v1/items as it takes them. Empty: all that are not in the trash.",
    ),
  exceptIds: idsSchema.optional().describe("Items of the list that are left out."),
};

const hasOneChoice = ({ ids, filter, exceptIds }: { ids?: unknown; filter?: unknown; exceptIds?: unknown }) =>
  ids === undefined ? filter !== undefined : filter === undefined && exceptIds === undefined;
const oneChoice = { error: "item-task.items.one", path: ["ids"] };

/** The body of POST /api/v1/items/changes. */
export const changeManyBodySchema = itemChangesSchema.extend(chosenItems).refine(hasOneChoice, oneChoice);

/** The body of POST /api/v1/items/deletions. */
export const deleteManyBodySchema = z
  .strictObject({ ...chosenItems, includeUsed, skipTrash })
  .refine(hasOneChoice, oneChoice);

/** The body of POST /api/v1/projects/:id/items/additions. */
export const addManyBodySchema = z
  .strictObject({
    ...chosenItems,
    sort: z
      .enum(itemSorts)
      .default("newest")
      .describe("The order of the list, in which its items are added. Named items keep theirs."),
  })
  .refine(hasOneChoice, oneChoice);

/** The body of POST /api/v1/projects/:id/items/removals. */
export const removeManyBodySchema = z.strictObject(chosenItems).refine(hasOneChoice, oneChoice);

export const itemTaskStates = ["running", "succeeded", "cancelled", "failed", "undoing", "undone"] as const;
export type ItemTaskState = (typeof itemTaskStates)[number];

const countSchema = z.number().int().min(0);

/** Why items were left as they are. */
export const leftItemsSchema = z.object({
  gone: countSchema.default(0).describe("Deleted for good meanwhile."),
  fullOfTags: countSchema.default(0).describe("They would have had too many tags."),
  inUse: countSchema.default(0).describe("Other generations use them as input."),
  notInTrash: countSchema.default(0).describe("Restored from the trash meanwhile."),
  running: countSchema.default(0).describe("Their generation has not ended."),
  changedSince: countSchema.default(0).describe("Not restored by undo: the same was changed again."),
  projectGone: countSchema
    .default(0)
    .describe("Their project was deleted meanwhile, or you may not change its items any more."),
});
export type LeftItems = z.output<typeof leftItemsSchema>;

export const itemTaskDtoSchema = z.object({
  id: z.uuid(),
  action: z.enum(["change", "delete", "project-add", "project-remove"]),
  changes: itemChangesSchema.nullable().describe("What it changes; null for other actions."),
  project: z
    .object({ id: z.uuid(), title: z.string().describe("When the task was created.") })
    .nullable()
    .describe("The project to which it adds items, or from which it removes them."),
  state: z
    .enum(itemTaskStates)
    .describe(
      "`failed` ends a task that failed again and again, or whose project is gone; what it did before stays.",
    ),
  total: countSchema.describe("How many items it works on."),
  exact: z.boolean().describe("False if `total` is an estimate."),
  done: countSchema.describe("How many it has worked on."),
  changed: countSchema.describe(
    "How many it changed, deleted, added or removed. The others were so already, or were left.",
  ),
  restored: countSchema.describe("How many of these undo gave back."),
  left: leftItemsSchema.describe("How many were left as they are, by reason."),
  canUndo: z.boolean().describe("Also while it is running. Deletions for good can’t be undone."),
  version: z.number().int().describe("Increases with every change."),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ItemTaskDto = z.infer<typeof itemTaskDtoSchema>;

/** The query of GET /api/v1/item-tasks. */
export const listItemTasksQuerySchema = z.object({
  active: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` lists only tasks that are running or undoing."),
});

export const itemTaskListSchema = z.object({ tasks: z.array(itemTaskDtoSchema) });
