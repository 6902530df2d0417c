import { getGenerationServices } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { trashGeneration } from "@/lib/generations/change/trash-generation.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "getGeneration",
    tag: "Generations",
    summary: "Get a generation",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await getGeneration(services, { userId: actor.userId, id: params.id }));
  },
});

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
