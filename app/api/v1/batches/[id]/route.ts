import { batchDtoSchema } from "@/lib/batches/batch-dto";
import { getBatch } from "@/lib/batches/get-batch.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getBatch",
    tag: "Batches",
    summary: "Count the generations of a batch by state",
    answers: { 200: { description: "The batch.", schema: batchDtoSchema } },
    problems: ["not-found"],
  },
  handle: ({ actor, params: { id } }) => getBatch(getDatabase(), { userId: actor.userId, id }),
});
