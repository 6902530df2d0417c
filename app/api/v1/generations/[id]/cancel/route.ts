import { getGenerationServices } from "@/server/generation-services.server";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "cancelGeneration",
    tag: "Generations",
    summary: "Cancel a queued generation",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
    problems: ["generation.state"],
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await cancelGeneration(services, { userId: actor.userId, id: params.id }));
  },
});
