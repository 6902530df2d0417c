import { getGenerationServices } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { restoreGeneration } from "@/lib/generations/change/trash-generation.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "restoreGeneration",
    tag: "Generations",
    summary: "Restore a generation from trash",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await restoreGeneration(services, { userId: actor.userId, id: params.id }));
  },
});
