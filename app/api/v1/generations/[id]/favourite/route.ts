import { getGenerationServices } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { setFavourite } from "@/lib/generations/change/set-favourite.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const PUT = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "markGeneration",
    tag: "Generations",
    summary: "Add a generation to favourites",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(
      await setFavourite(services, { userId: actor.userId, id: params.id, favourite: true }),
    );
  },
});

export const DELETE = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "unmarkGeneration",
    tag: "Generations",
    summary: "Remove a generation from favourites",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(
      await setFavourite(services, { userId: actor.userId, id: params.id, favourite: false }),
    );
  },
});
