import { getGenerationServices } from "@/server/generation-services.server";
import { findNeighbours } from "@/lib/generations/read/find-neighbours.server";
import { generationNeighboursSchema } from "@/lib/generations/read/generation-dto";
import { generationListSchema } from "@/lib/generations/read/list-generations.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

/** The generations before and after one in a list. */
export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  query: generationListSchema,
  operation: {
    id: "getNeighbours",
    tag: "Generations",
    summary: "Get the previous and next generation in a list",
    description:
      "The list takes the same query as GET /api/v1/generations, and defaults to the whole library. The generation doesn't have to be in it.",
    answers: { 200: { description: "The neighbours.", schema: generationNeighboursSchema } },
  },
  async handle({ actor, params, query }) {
    const services = await getGenerationServices();
    return Response.json(
      await findNeighbours(services, { userId: actor.userId, id: params.id, list: query }),
    );
  },
});
