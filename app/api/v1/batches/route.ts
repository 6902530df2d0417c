import { getGenerationServices } from "@/server/generation-services.server";
import { batchDtoSchema, batchListSchema } from "@/lib/batches/batch-dto";
import { maxBatchBodyBytes, maxBatchRows } from "@/lib/batches/batch-limits";
import { createBatchBodySchema } from "@/lib/batches/create-batch-body.server";
import { createBatch } from "@/lib/batches/create-batch.server";
import { listWaitingBatches } from "@/lib/batches/get-batch.server";
import { getDatabase } from "@/lib/db/database.server";
import { readIdempotencyHeader } from "@/lib/generations/ask/create-generation-body.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listWaitingBatches",
    tag: "Batches",
    summary: "List the batches of which something waits in the queue",
    answers: { 200: { description: "The batches.", schema: batchListSchema } },
  },
  handle: async ({ actor }) => ({ batches: await listWaitingBatches(getDatabase(), actor.userId) }),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: createBatchBodySchema,
  maxBodyBytes: maxBatchBodyBytes,
  limit: "batches",
  operation: {
    id: "createBatch",
    tag: "Batches",
    summary: "Create many generations",
    description: `Queues up to ${maxBatchRows} generations of one generator, all or none, and responds immediately. Each is billed like one created on its own.`,
    requestHeaders: {
      "idempotency-key":
        "Used if the body has no `idempotencyKey`. Without either, every request creates a new batch.",
    },
    answers: {
      202: {
        description: "The batch.",
        schema: batchDtoSchema,
        headers: {
          location: "Where to check its progress.",
          "idempotent-replayed":
            "`true` if the idempotency key was used before, and this is the existing batch.",
        },
      },
    },
    problems: [
      "rate.throttled",
      "quota.disk",
      "quota.queue",
      "budget.reached",
      "generator.unknown",
      "not-found",
      "input.idempotency-conflict",
      "generation.deleted",
      "asset.missing",
      "project.gone",
      "connection.missing",
      "storage.full",
      "connection.unreadable",
    ],
  },
  async handle({ actor, body, request }) {
    const { batch, created } = await createBatch(await getGenerationServices(), {
      ...body,
      userId: actor.userId,
      idempotencyKey: body.idempotencyKey ?? readIdempotencyHeader(request),
    });
    return Response.json(batch, {
      status: 202,
      headers: {
        location: `/api/v1/batches/${batch.id}`,
        ...(created ? {} : { "idempotent-replayed": "true" }),
      },
    });
  },
});
