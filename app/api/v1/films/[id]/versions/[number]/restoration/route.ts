import { getDatabase } from "@/lib/db/database.server";
import { restoreVersion } from "@/lib/films/change/film-versions.server";
import { savedFilmSchema } from "@/lib/films/film-dto";
import { restoreVersionBodySchema, versionParamsSchema } from "@/lib/films/film-input";
import { defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: versionParamsSchema,
  body: restoreVersionBodySchema,
  operation: {
    id: "restoreFilmVersion",
    tag: "Films",
    summary: "Save an earlier version of a film as its next one",
    answers: { 200: { description: "What was saved.", schema: savedFilmSchema } },
    problems: ["film.changed", "film.role", "film.trashed", "film.newer", "input.idempotency-conflict"],
  },
  handle: ({ actor, params, body }) =>
    restoreVersion(getDatabase(), { userId: actor.userId, ...params }, body),
});
