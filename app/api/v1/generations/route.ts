import { randomUUID } from "node:crypto";
import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { createGeneration, relations } from "@/lib/generations/create-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/list-generations.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  query: listGenerationsQuerySchema,
  async handle({ actor, query }) {
    return Response.json(await listGenerations(await getGenerationServices(), actor.userId, query));
  },
});

const createBodySchema = z.strictObject({
  generator: z.string().min(1).max(64),
  input: z.record(z.string(), z.unknown()),
  idempotencyKey: z.string().min(8).max(128).optional(),
  parentId: z.uuid().optional(),
  relation: z.enum(relations).optional(),
});

export const POST = defineRoute({
  auth: "actor",
  body: createBodySchema,
  async handle({ actor, body, request }) {
    const idempotencyKey = body.idempotencyKey ?? request.headers.get("idempotency-key") ?? randomUUID();
    const { generation, created } = await createGeneration(await getGenerationServices(), {
      ...body,
      userId: actor.userId,
      idempotencyKey,
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
