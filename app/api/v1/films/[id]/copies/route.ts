import { getDatabase } from "@/lib/db/database.server";
import { copyFilm } from "@/lib/films/change/create-film.server";
import { filmDtoSchema } from "@/lib/films/film-dto";
import { copyFilmBodySchema } from "@/lib/films/film-input";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: copyFilmBodySchema,
  operation: {
    id: "copyFilm",
    tag: "Films",
    summary: "Copy a film that you see",
    description:
      "The copy is yours, without history. It is in the same project if you may add items to that one.",
    answers: { 201: { description: "The copy.", schema: filmDtoSchema } },
    problems: ["film.too-many", "film.newer"],
  },
  handle: ({ actor, params, body }) => copyFilm(getDatabase(), { userId: actor.userId, ...params }, body),
});
