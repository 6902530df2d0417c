import { getDatabase } from "@/lib/db/database.server";
import { saveFilm } from "@/lib/films/change/save-film.server";
import { savedFilmSchema } from "@/lib/films/film-dto";
import { saveFilmBodySchema } from "@/lib/films/film-input";
import { maxFilmBodyBytes, maxFilmBodyValues } from "@/lib/films/film-limits";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const PUT = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: saveFilmBodySchema,
  maxBodyBytes: maxFilmBodyBytes,
  maxBodyValues: maxFilmBodyValues,
  operation: {
    id: "saveFilm",
    tag: "Films",
    summary: "Save the document of a film as its next version",
    description:
      "Safe to repeat with the same `key`. What the film holds already is no new version. If somebody saved in the meantime, nothing is saved, and the error has the newer `version`.",
    answers: { 200: { description: "What was saved.", schema: savedFilmSchema } },
    problems: ["film.changed", "film.role", "film.trashed", "input.idempotency-conflict"],
  },
  handle: ({ actor, params, body }) => saveFilm(getDatabase(), { userId: actor.userId, ...params }, body),
});
