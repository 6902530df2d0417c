import { getDatabase } from "@/lib/db/database.server";
import { describeTrash } from "@/lib/generations/change/empty-trash.server";
import { defineRoute } from "@/lib/http/route.server";
import { trashContentsSchema } from "@/lib/items/delete-items-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "describeTrash",
    tag: "Items",
    summary: "Sum up your trash",
    answers: { 200: { description: "What emptying it would delete.", schema: trashContentsSchema } },
  },
  handle: ({ actor }) => describeTrash(getDatabase(), actor.userId),
});
