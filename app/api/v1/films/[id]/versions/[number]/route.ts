import { getDatabase } from "@/lib/db/database.server";
import { getVersion, nameVersion } from "@/lib/films/change/film-versions.server";
import { filmVersionSchema, filmVersionWithDocumentSchema } from "@/lib/films/film-dto";
import { nameVersionBodySchema, versionParamsSchema } from "@/lib/films/film-input";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: versionParamsSchema,
  operation: {
    id: "getFilmVersion",
    tag: "Films",
    summary: "Get a version of a film with its document",
    answers: { 200: { description: "The version.", schema: filmVersionWithDocumentSchema } },
    problems: ["film.newer"],
  },
  handle: ({ actor, params }) => getVersion(getDatabase(), { userId: actor.userId, ...params }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: versionParamsSchema,
  body: nameVersionBodySchema,
  operation: {
    id: "nameFilmVersion",
    tag: "Films",
    summary: "Name a version of a film, which keeps it",
    answers: { 200: { description: "The version.", schema: filmVersionSchema } },
    problems: ["film.role", "film.too-many-names"],
  },
  handle: ({ actor, params, body }) => nameVersion(getDatabase(), { userId: actor.userId, ...params }, body),
});
