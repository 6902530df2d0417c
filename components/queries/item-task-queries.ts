import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";
import { apiFetch } from "./api-fetch";
import { generationQueries } from "./generation-queries";
import { itemKeys } from "./item-keys";
import { refreshProjects } from "./project-keys";
import { itemQueries } from "./item-queries";

/** While the event stream is away. */
const refetchMs = 5_000;

/** The only place where keys of tasks are written. */
export const itemTaskQueries = {
  all: itemKeys.tasks,

  /** The changes of many items that go on, newest first. */
  active: () =>
    queryOptions({
      queryKey: [...itemKeys.tasks, "active"] as const,
      queryFn: async ({ signal }): Promise<readonly ItemTaskDto[]> => {
        const query = { active: "true" };
        const { tasks } = await apiFetch<{ tasks: ItemTaskDto[] }>("/api/v1/item-tasks", { signal, query });
        return tasks;
      },
      refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? refetchMs : false),
    }),
};

export const isActive = ({ state }: ItemTaskDto) => state === "running" || state === "undoing";

/** Updates the list of active tasks. After the end of one, items and generations are other than before. */
export function applyItemTask(client: QueryClient, task: ItemTaskDto): void {
  client.setQueryData(itemTaskQueries.active().queryKey, (known = []) => {
    const before = known.find(({ id }) => id === task.id);
    if (before && before.version > task.version) return known;
    const others = known.filter(({ id }) => id !== task.id);
    return isActive(task) ? [task, ...others] : others;
  });
  if (isActive(task)) return;
  if (task.project) void refreshProjects(client);
  void client.invalidateQueries({ queryKey: itemQueries.all });
  void client.invalidateQueries({ queryKey: generationQueries.all });
}

const announced = new Set<string>();

/** Whether the end of a task is news: a response, an event and several parts of a page may tell of the same one. */
export function isNewEnd({ id, state }: ItemTaskDto): boolean {
  const end = `${id} ${state}`;
  if (announced.has(end)) return false;
  announced.add(end);
  return true;
}
