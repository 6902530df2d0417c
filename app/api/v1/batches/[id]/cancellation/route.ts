import { getGenerationServices } from "@/server/generation-services.server";
import { batchDtoSchema } from "@/lib/batches/batch-dto";
import { cancelBatch } from "@/lib/batches/cancel-batch.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  params: idParamsSchema,
  operation: {
    id: "cancelBatch",
    tag: "Batches",
    summary: "Cancel what waits of a batch",
    description: "What has been sent can't be cancelled and is left alone. Safe to repeat.",
    answers: { 200: { description: "The batch.", schema: batchDtoSchema } },
    problems: ["not-found"],
  },
  handle: async ({ actor, params: { id } }) =>
    cancelBatch(await getGenerationServices(), { userId: actor.userId, id }),
});
