import { z } from "zod";
import { getGenerationServices } from "@/server/generation-services.server";
import { idempotencyKeySchema } from "@/lib/generations/ask/create-generation-body.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

const retryBodySchema = z
  .strictObject({
    mayCostAgain: z
      .boolean()
      .default(false)
      .describe("Confirms that the generation may be billed twice. Required if its state is `unknown`."),
    idempotencyKey: idempotencyKeySchema.optional(),
  })
  .optional()
  .transform((body) => body ?? { mayCostAgain: false });

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: retryBodySchema,
  operation: {
    id: "retryGeneration",
    tag: "Generations",
    summary: "Retry a generation as a new one",
    answers: {
      202: {
        description: "The new generation.",
        schema: generationDtoSchema,
        headers: { location: "Where to check its progress." },
      },
    },
    problems: [
      "generation.state",
      "input.invalid",
      "input.idempotency-conflict",
      "asset.missing",
      "connection.missing",
      "connection.unreadable",
    ],
  },
  async handle({ actor, params, body }) {
    const generation = await retryGeneration(await getGenerationServices(), {
      ...body,
      userId: actor.userId,
      id: params.id,
    });
    return Response.json(generation, {
      status: 202,
      headers: { location: `/api/v1/generations/${generation.id}` },
    });
  },
});
