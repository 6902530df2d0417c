import type { AuditAuthor } from "@/lib/audit/record-audit.server";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import type { ItemTask } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import type { ItemSort } from "@/lib/items/item-names";
import type { ItemFilter } from "@/lib/items/list-items-query";
import { countItems } from "@/lib/items/read/count-items.server";
import { findItems } from "@/lib/items/read/find-items.server";
import { getProject } from "@/lib/projects/read/list-projects.server";
import { requireProject } from "@/lib/projects/read/project-access.server";
import type { TaskServices } from "./advance-item-task.server";
import { takeTurn, type TaskWakers } from "./work-on-item-tasks.server";
import type { ItemTaskDto } from "./item-task-dto";
import { getItemTask } from "./read-item-tasks.server";
import { writeFilter, type TaskAction } from "./stored-task";

/** Named items, or all of a list that exist now, except some. */
export interface ChosenItems {
  ids?: readonly string[] | undefined;
  filter?: ItemFilter | undefined;
  exceptIds?: readonly string[] | undefined;
}

interface NewTask {
  author: AuditAuthor;
  items: ChosenItems;
  action: TaskAction;
}

/** Creates a task and does its beginning at once, so that few items need no worker. Throws as `storeItemTask`. */
export async function createItemTask(services: TaskWakers, task: NewTask): Promise<ItemTaskDto> {
  const id = await storeItemTask(services, task);
  await takeTurn(services, id);
  return getItemTask(services.database, { userId: task.author.userId, id });
}

interface NewProjectTask {
  author: AuditAuthor;
  items: ChosenItems;
  projectId: string;
  kind: "project-add" | "project-remove";
  /** The order of a list, in which its items are added. */
  sort?: ItemSort;
}

/**
 * Adds items to a project or removes them, as `createItemTask`.
 *
 * @throws StudioError not-found for a project that the person doesn't see, or a named item to add that is not theirs;
 *   project.role; input.invalid for the list of another project to remove
 */
export async function createProjectTask(
  services: TaskWakers,
  { author, items, projectId, kind, sort = "newest" }: NewProjectTask,
): Promise<ItemTaskDto> {
  const { database } = services;
  const { userId } = author;
  await requireProject(database, { userId, id: projectId }, "work");
  const { title } = await getProject(database, { userId, id: projectId });
  const project = { projectId, title };
  if (kind === "project-add")
    return createItemTask(services, { author, items, action: { kind, ...project, sort } });
  const { filter } = items;
  if (filter?.project !== undefined && filter.project !== projectId) {
    throw new StudioError("input.invalid", { fields: [{ path: "filter.project", key: "field.invalid" }] });
  }
  const chosen = filter ? { ...items, filter: { ...filter, project: projectId } } : items;
  return createItemTask(services, { author, items: chosen, action: { kind, ...project } });
}

/**
 * Stores a task. From then on it is decided which items it works on, and workers find it.
 *
 * @throws StudioError not-found where a named item does not exist or is somebody else's; item.not-in-trash for a deletion
 *   of others without `skipTrash`
 */
export async function storeItemTask(
  { database, clock }: TaskServices,
  { author, items, action }: NewTask,
): Promise<string> {
  const set = items.filter
    ? await chooseListed(database, author.userId, { ...items, filter: items.filter, action })
    : await chooseNamed(database, author.userId, { ids: items.ids ?? [], action });
  const { id } = await database.itemTask.create({
    data: {
      userId: author.userId,
      via: author.via ?? null,
      credentialId: author.credentialId || null,
      action,
      createdAt: new Date(clock.now()),
      ...set,
    },
  });
  return id;
}

type TaskItems = Pick<Prisma.ItemTaskCreateManyInput, "filter"> &
  Pick<ItemTask, "itemIds" | "total" | "exact">;

async function chooseNamed(
  database: Queryable,
  userId: string,
  { ids, action }: { ids: readonly string[]; action: TaskAction },
): Promise<TaskItems> {
  const distinct = [...new Set(ids)];
  // Newest first, as in a list: what was made of others is deleted before them.
  const wanted = action.kind === "delete" ? distinct.toSorted().toReversed() : distinct;
  const named = { filter: Prisma.DbNull, itemIds: wanted, total: wanted.length, exact: true };
  // Whoever works in a project removes items of others, too.
  if (action.kind === "project-remove") return named;
  const [counts] = await database.$queryRaw<[{ found: number; trashed: number }]>`
    SELECT count(*)::integer AS "found", count("deletedAt")::integer AS "trashed"
    FROM "Item" WHERE "id" = ANY (${wanted}::uuid[]) AND "userId" = ${userId}::uuid`;
  if (counts.found < wanted.length) throw new StudioError("not-found");
  if (action.kind === "delete" && !action.skipTrash && counts.trashed < wanted.length) {
    throw new StudioError("item.not-in-trash");
  }
  return named;
}

async function chooseListed(
  database: Queryable,
  userId: string,
  {
    filter,
    exceptIds = [],
    action,
  }: { filter: ItemFilter; exceptIds?: readonly string[] | undefined; action: TaskAction },
): Promise<TaskItems> {
  if (action.kind === "delete" && !action.skipTrash && filter.trash !== "true") {
    throw new StudioError("item.not-in-trash");
  }
  const excepted = [...new Set(exceptIds)];
  const [newest] = await findItems(database, { userId, filter, sort: "newest", limit: 1 });
  const { total, exact } = await countItems(database, userId, filter);
  // Later items are not in the list, wherever its order would have them.
  const until = newest ? new Date(newest.createdAt.getTime() + 1) : new Date(0);
  return {
    filter: writeFilter({ ...filter, until }),
    itemIds: excepted,
    total: Math.max(0, total - excepted.length),
    exact,
  };
}
