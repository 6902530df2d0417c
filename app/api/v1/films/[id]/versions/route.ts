import { getDatabase } from "@/lib/db/database.server";
import { listVersions } from "@/lib/films/change/film-versions.server";
import { filmVersionPageSchema } from "@/lib/films/film-dto";
import { listVersionsQuerySchema } from "@/lib/films/film-input";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: listVersionsQuerySchema,
  operation: {
    id: "listFilmVersions",
    tag: "Films",
    summary: "List the saved versions of a film, the newest first",
    description:
      "Of the last hour all are kept, of the day before the last one of each ten minutes, of earlier days the last one of each. Versions with a name stay.",
    answers: { 200: { description: "One page of versions.", schema: filmVersionPageSchema } },
  },
  handle: ({ actor, params, query }) =>
    listVersions(getDatabase(), { userId: actor.userId, ...params }, query),
});
