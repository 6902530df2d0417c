import { createPlaces, openResolvedFilm } from "@/lib/films/places/create-places.server";
import { filmGenerationsSchema } from "@/lib/films/places/film-generation-dto";
import { createPlacesBodySchema } from "@/lib/films/places/place-input";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getGenerationServices } from "@/server/generation-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "listFilmGenerations",
    tag: "Films",
    summary: "List what was sent for the shots and captions of a film",
    description:
      "By everybody who works on it. A shot to create (`place`) waits for the last generation in the row that begins with the one it names, or with the first one for its ID.",
    answers: { 200: { description: "The generations.", schema: filmGenerationsSchema } },
    problems: ["not-found", "film.newer"],
  },
  async handle({ actor, params }) {
    const services = await getGenerationServices();
    const { generations, waiting } = await openResolvedFilm(services, {
      userId: actor.userId,
      filmId: params.id,
    });
    return { generations, waiting };
  },
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  params: idParamsSchema,
  body: createPlacesBodySchema,
  limit: "batches",
  operation: {
    id: "createFilmShots",
    tag: "Films",
    summary: "Create shots of a film, and speak captions",
    description:
      "Queues a generation for each, with what the saved film says, and responds immediately. Each is sent once: a repetition, from whomever, sends nothing. A shot that begins with the last frame of one that is under way waits for it. If one has a problem, those before it are sent.",
    answers: { 202: { description: "What was sent for the film by now.", schema: filmGenerationsSchema } },
    problems: [
      "rate.throttled",
      "quota.disk",
      "quota.queue",
      "budget.reached",
      "generator.unknown",
      "generation.state",
      "not-found",
      "film.changed",
      "film.role",
      "film.trashed",
      "film.newer",
      "film.shot-gone",
      "film.shot-sent",
      "film.shot-before",
      "film.no-first-frame",
      "asset.missing",
      "asset.corrupt",
      "project.gone",
      "connection.missing",
      "storage.full",
      "connection.unreadable",
    ],
  },
  async handle({ actor, params, body }) {
    const services = await getGenerationServices();
    const target = { userId: actor.userId, filmId: params.id };
    return Response.json(await createPlaces(services, target, body), { status: 202 });
  },
});
