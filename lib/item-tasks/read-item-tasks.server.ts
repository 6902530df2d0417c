import type { Queryable } from "@/lib/db/database.server";
import type { ItemTask } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import { itemTaskDtoSchema, leftItemsSchema, type ItemTaskDto, type ItemTaskState } from "./item-task-dto";
import { taskActionSchema } from "./stored-task";

const stateSchema = itemTaskDtoSchema.shape.state;
const activeStates: ItemTaskState[] = ["running", "undoing"];
const maxListed = 50;

/** A row as the API returns it. Pure. */
export function toItemTaskDto(row: ItemTask): ItemTaskDto {
  const action = taskActionSchema.parse(row.action);
  const state = stateSchema.parse(row.state);
  return {
    id: row.id,
    action: action.kind,
    changes: action.kind === "change" ? action.changes : null,
    project: "projectId" in action ? { id: action.projectId, title: action.title } : null,
    state,
    total: row.total,
    exact: row.exact,
    done: row.done,
    changed: row.changed,
    restored: row.restored,
    left: leftItemsSchema.parse(row.left),
    canUndo: canUndo(row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

type Undoable = Pick<ItemTask, "action" | "state" | "changed" | "left">;

/** Whether it changed something that has not been restored. */
export function canUndo({ action, state, changed, left }: Undoable): boolean {
  if (taskActionSchema.parse(action).kind === "delete") return false;
  if (state === "undoing" || state === "undone" || leftItemsSchema.parse(left).projectGone > 0) return false;
  return changed > 0 || state === "running";
}

/** One task of the person; null if there is none. */
export async function findItemTask(
  database: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<ItemTaskDto | null> {
  const row = await database.itemTask.findFirst({ where: { id, userId } });
  return row && toItemTaskDto(row);
}

/** @throws StudioError not-found, also for somebody else's */
export async function getItemTask(
  database: Queryable,
  one: { userId: string; id: string },
): Promise<ItemTaskDto> {
  const task = await findItemTask(database, one);
  if (!task) throw new StudioError("not-found");
  return task;
}

/** The person's latest tasks, newest first. */
export async function listItemTasks(
  database: Queryable,
  userId: string,
  { active }: { active: boolean },
): Promise<ItemTaskDto[]> {
  const rows = await database.itemTask.findMany({
    where: { userId, ...(active ? { state: { in: activeStates } } : {}) },
    orderBy: { id: "desc" },
    take: maxListed,
  });
  return rows.map(toItemTaskDto);
}
