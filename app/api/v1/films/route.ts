import { getDatabase } from "@/lib/db/database.server";
import { createFilm } from "@/lib/films/change/create-film.server";
import { filmDtoSchema, filmPageSchema } from "@/lib/films/film-dto";
import { createFilmBodySchema, listFilmsQuerySchema } from "@/lib/films/film-input";
import { maxFilmBodyBytes, maxFilmBodyValues, maxFilms } from "@/lib/films/film-limits";
import { listFilms } from "@/lib/films/read/read-films.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listFilmsQuerySchema,
  operation: {
    id: "listFilms",
    tag: "Films",
    summary: "List the films that you see, the last changed first",
    answers: { 200: { description: "One page of films.", schema: filmPageSchema } },
  },
  handle: ({ actor, query }) => listFilms(getDatabase(), actor.userId, query),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: createFilmBodySchema,
  maxBodyBytes: maxFilmBodyBytes,
  maxBodyValues: maxFilmBodyValues,
  operation: {
    id: "createFilm",
    tag: "Films",
    summary: "Create a film",
    description: `You can have at most ${maxFilms}, with those in the trash.`,
    answers: { 201: { description: "The film.", schema: filmDtoSchema } },
    problems: ["film.too-many", "not-found", "project.role"],
  },
  handle: ({ actor, body }) => createFilm(getDatabase(), actor.userId, body),
});
