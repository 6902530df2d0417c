import { getDatabase } from "@/lib/db/database.server";
import { forgetExport } from "@/lib/films/export/end-export.server";
import { getExport } from "@/lib/films/export/read-exports.server";
import { exportParamsSchema, filmExportSchema } from "@/lib/films/export-dto";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: exportParamsSchema,
  operation: {
    id: "getFilmExport",
    tag: "Films",
    summary: "Get an export of a film",
    answers: { 200: { description: "The export.", schema: filmExportSchema } },
  },
  handle: ({ actor, params: { id: filmId, exportId } }) =>
    getExport(getDatabase(), { userId: actor.userId, filmId, exportId }),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: exportParamsSchema,
  operation: {
    id: "forgetFilmExport",
    tag: "Films",
    summary: "Take your export that has ended out of the list",
    description: "Its item stays in the library.",
    answers: { 204: { description: "It is no longer listed." } },
    problems: ["film.export-active"],
  },
  handle: ({ actor, params: { id: filmId, exportId } }) =>
    forgetExport(getDatabase(), { userId: actor.userId, filmId, exportId }),
});
