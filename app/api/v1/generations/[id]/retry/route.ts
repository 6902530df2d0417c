import { z } from "zod";
import { defineGenerationRoute } from "@/server/generation-route.server";
import { idempotencyKeySchema } from "@/lib/generations/ask/create-generation-body.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";

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

export const POST = defineGenerationRoute(
  {
    scope: "make",
    id: "retryGeneration",
    body: retryBodySchema,
    summary: "Retry a generation as a new one",
    answers: {
      202: {
        description: "The new generation.",
        schema: generationDtoSchema,
        headers: { location: "Where to check its progress." },
      },
    },
    problems: [
      "quota.disk",
      "quota.queue",
      "budget.reached",
      "generation.state",
      "input.invalid",
      "input.idempotency-conflict",
      "asset.missing",
      "connection.missing",
      "storage.full",
      "connection.unreadable",
    ],
  },
  async (services, one, { body }) => {
    const generation = await retryGeneration(services, { ...body, ...one });
    const location = `/api/v1/generations/${generation.id}`;
    return Response.json(generation, { status: 202, headers: { location } });
  },
);
