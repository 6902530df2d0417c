import { z } from "zod";
import { itemChangesSchema } from "@/lib/items/item-input";
import { itemSorts } from "@/lib/items/item-names";
import { itemListSchema, type ItemFilter } from "@/lib/items/list-items-query";

/** The project of a task, with its title when the task was created. */
const projectShape = { projectId: z.uuid(), title: z.string() };

/** What a task does, as its row holds it. */
export const taskActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("change"), changes: itemChangesSchema }),
  z.object({ kind: z.literal("delete"), includeUsed: z.boolean(), skipTrash: z.boolean() }),
  z.object({ kind: z.literal("project-add"), ...projectShape, sort: z.enum(itemSorts) }),
  z.object({ kind: z.literal("project-remove"), ...projectShape }),
]);
export type TaskAction = z.output<typeof taskActionSchema>;

/** The filters of a list as its address has them, from which `parseFilter` reads the same filters. Pure. */
export function writeFilter(filter: ItemFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, value instanceof Date ? value.toISOString() : String(value)]];
    }),
  );
}

export function parseFilter(stored: unknown): ItemFilter {
  return z.strictObject(itemListSchema.shape).parse(stored);
}
