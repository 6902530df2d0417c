import { cancelPlaces } from "@/lib/films/places/cancel-places.server";
import { filmGenerationsSchema } from "@/lib/films/places/film-generation-dto";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getGenerationServices } from "@/server/generation-services.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  params: idParamsSchema,
  operation: {
    id: "cancelFilmGenerations",
    tag: "Films",
    summary: "Cancel what you sent for a film and still waits",
    description: "What has been sent to the service can't be cancelled and is left alone. Safe to repeat.",
    answers: { 200: { description: "What was sent for the film by now.", schema: filmGenerationsSchema } },
    problems: ["not-found", "film.newer"],
  },
  handle: async ({ actor, params }) =>
    cancelPlaces(await getGenerationServices(), { userId: actor.userId, filmId: params.id }),
});
