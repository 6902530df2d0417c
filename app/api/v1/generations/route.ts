import { createGenerationBodyDescription } from "@/server/describe-generators.server";
import { getGenerationServices } from "@/server/generation-services.server";
import {
  createGenerationBodySchema,
  readIdempotencyHeader,
} from "@/lib/generations/ask/create-generation-body.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { generationDtoSchema, generationPageSchema } from "@/lib/generations/read/generation-dto";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listGenerationsQuerySchema,
  operation: {
    id: "listGenerations",
    tag: "Generations",
    summary: "List your generations, newest first",
    answers: { 200: { description: "One page of generations.", schema: generationPageSchema } },
    problems: ["rate.throttled"],
  },
  async handle({ actor, query }) {
    if (query.q) await countRequest("search", actor.userId);
    return listGenerations(await getGenerationServices(), actor.userId, query);
  },
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: createGenerationBodySchema,
  operation: {
    id: "createGeneration",
    tag: "Generations",
    summary: "Create a generation",
    description:
      "Queues the generation and responds immediately. Follow it with GET /api/v1/generations/{id} or GET /api/events.",
    requestHeaders: {
      "idempotency-key":
        "Used if the body has no `idempotencyKey`. Without either, every request creates a new generation.",
    },
    body: createGenerationBodyDescription,
    answers: {
      202: {
        description: "The generation.",
        schema: generationDtoSchema,
        headers: {
          location: "Where to check its progress.",
          "idempotent-replayed":
            "`true` if the idempotency key was used before, and this is the existing generation.",
        },
      },
    },
    problems: [
      "quota.disk",
      "quota.queue",
      "budget.reached",
      "generator.unknown",
      "not-found",
      "input.idempotency-conflict",
      "asset.missing",
      "project.gone",
      "connection.missing",
      "storage.full",
      "connection.unreadable",
    ],
  },
  async handle({ actor, body, request }) {
    const idempotencyKey = body.idempotencyKey ?? readIdempotencyHeader(request);
    const { generation, created } = await createGeneration(await getGenerationServices(), {
      ...body,
      userId: actor.userId,
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
    return Response.json(generation, {
      status: 202,
      headers: {
        location: `/api/v1/generations/${generation.id}`,
        ...(created ? {} : { "idempotent-replayed": "true" }),
      },
    });
  },
});
