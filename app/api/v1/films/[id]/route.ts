import { getDatabase } from "@/lib/db/database.server";
import { changeFilm, deleteFilm } from "@/lib/films/change/change-film.server";
import { filmDtoSchema, openFilmSchema } from "@/lib/films/film-dto";
import { changeFilmBodySchema } from "@/lib/films/film-input";
import { openFilm } from "@/lib/films/read/read-films.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getFilm",
    tag: "Films",
    summary: "Get a film with its document and items",
    answers: { 200: { description: "The film.", schema: openFilmSchema } },
    problems: ["film.newer"],
  },
  handle: ({ actor, params }) => openFilm(getDatabase(), { userId: actor.userId, ...params }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: changeFilmBodySchema,
  operation: {
    id: "changeFilm",
    tag: "Films",
    summary: "Rename a film, move it to a project or to trash, or restore it",
    description:
      "Fields that are left out stay as they are. Whoever may edit the film may rename it, and the owner of its project may take it out; the rest is for its person.",
    answers: {
      200: {
        description: "The film. Null for one of another person that you took out of your project.",
        schema: filmDtoSchema.nullable(),
      },
    },
    problems: ["film.role", "project.role"],
  },
  handle: ({ actor, params, body }) => changeFilm(getDatabase(), { userId: actor.userId, ...params }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "deleteFilm",
    tag: "Films",
    summary: "Delete your film in the trash for good",
    description: "With its history. Its items stay in the library.",
    answers: { 204: { description: "Deleted." } },
    problems: ["film.role", "film.not-in-trash"],
  },
  handle: ({ actor, params }) => deleteFilm(getDatabase(), { author: actor, ...params }),
});
