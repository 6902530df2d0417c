import { getGenerationServices } from "@/generators/generation-services.server";
import { getGeneration } from "@/lib/generations/get-generation.server";
import { trashGeneration } from "@/lib/generations/trash-generation.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await getGeneration(services, { userId: actor.userId, id: params.id }));
  },
});

export const DELETE = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await trashGeneration(services, { userId: actor.userId, id: params.id }));
  },
});
