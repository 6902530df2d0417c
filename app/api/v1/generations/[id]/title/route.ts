import { defineGenerationRoute } from "@/server/generation-route.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { setTitleBodySchema } from "@/lib/generations/read/generation-title";
import { setTitle } from "@/lib/generations/change/set-title.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

export const PUT = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  body: setTitleBodySchema,
  operation: {
    id: "titleGeneration",
    tag: "Generations",
    summary: "Set the title of a generation",
    description:
      "The title is used for display, search and file names. Generations created from this one don't inherit it.",
    answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
  },
  async handle({ actor, params, body }) {
    const services = await getGenerationServices();
    return Response.json(
      await setTitle(services, { userId: actor.userId, id: params.id, title: body.title }),
    );
  },
});

export const DELETE = defineGenerationRoute(
  { id: "untitleGeneration", summary: "Remove the title of a generation" },
  (services, one) => setTitle(services, { ...one, title: null }),
);
