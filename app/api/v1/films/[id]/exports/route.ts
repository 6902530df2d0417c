import { getDatabase } from "@/lib/db/database.server";
import { createExport } from "@/lib/films/export/create-export.server";
import { listExports } from "@/lib/films/export/read-exports.server";
import { createExportBodySchema, filmExportListSchema, filmExportSchema } from "@/lib/films/export-dto";
import { maxActiveExports, maxListedExports } from "@/lib/films/film-limits";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "listFilmExports",
    tag: "Films",
    summary: "List the exports of a film",
    description: `The latest ${maxListedExports}, of everyone who exported it. They are kept for 30 days after their end; their items stay.`,
    answers: { 200: { description: "The exports.", schema: filmExportListSchema } },
  },
  handle: async ({ actor, params }) => ({
    exports: await listExports(getDatabase(), { userId: actor.userId, ...params }),
  }),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: createExportBodySchema,
  operation: {
    id: "exportFilm",
    tag: "Films",
    summary: "Export a film as a file",
    description: `The film is exported as it is now; later changes don’t matter. The result is an item of your library, in the film’s project if you may add to it. Asked for again with the same film and settings while it is exported, it is the same export. At most ${maxActiveExports} of yours can wait or run. Follow it by \`filmExport\` of GET /api/events.`,
    answers: { 202: { description: "The export.", schema: filmExportSchema } },
    problems: [
      "film.empty",
      "film.newer",
      "film.trashed",
      "film.too-many-exports",
      "input.idempotency-conflict",
      "storage.full",
      "quota.disk",
    ],
  },
  handle: ({ actor, params, body }) => createExport(getDatabase(), { userId: actor.userId, ...params }, body),
});
