import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { retryGeneration } from "@/lib/generations/retry-generation.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

const retryBodySchema = z
  .strictObject({
    /** True where the person knows that the service may count it twice; needed after `unknown`. */
    mayCostAgain: z.boolean().default(false),
    idempotencyKey: z.string().min(8).max(128).optional(),
  })
  .optional()
  .transform((body) => body ?? { mayCostAgain: false });

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: retryBodySchema,
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
