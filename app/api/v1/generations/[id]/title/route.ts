import { getGenerationServices } from "@/generators/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/generation-dto";
import { setTitleBodySchema } from "@/lib/generations/generation-title";
import { setTitle } from "@/lib/generations/set-title.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

export const PUT = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: setTitleBodySchema,
  operation: {
    id: "titleGeneration",
    tag: "Generations",
    summary: "Give a generation a title of one's own",
    description: "It is shown, found and downloaded by it. What comes of it later does not inherit it.",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params, body }) {
    const services = await getGenerationServices();
    return Response.json(
      await setTitle(services, { userId: actor.userId, id: params.id, title: body.title }),
    );
  },
});

export const DELETE = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  operation: {
    id: "untitleGeneration",
    tag: "Generations",
    summary: "Let a generation be told by its own words again",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    return Response.json(await setTitle(services, { userId: actor.userId, id: params.id, title: null }));
  },
});
