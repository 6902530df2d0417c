import { getGenerationServices } from "@/server/generation-services.server";
import { defineGenerationRoute } from "@/server/generation-route.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { trashGeneration } from "@/lib/generations/change/trash-generation.server";

export const GET = defineGenerationRoute({ id: "getGeneration", summary: "Get a generation" }, getGeneration);

export const DELETE = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "trashGeneration",
    tag: "Generations",
    summary: "Move a generation to trash",
    description: "Nothing is deleted. It can be restored.",
    answers: { 200: { description: "The generation, with `deletedAt`.", schema: generationDtoSchema } },
    problems: ["generation.state"],
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await trashGeneration(services, { userId: actor.userId, id: params.id }));
  },
});
