import { getDatabase } from "@/lib/db/database.server";
import { cancelExport } from "@/lib/films/export/end-export.server";
import { exportParamsSchema, filmExportSchema } from "@/lib/films/export-dto";
import { defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: exportParamsSchema,
  operation: {
    id: "cancelFilmExport",
    tag: "Films",
    summary: "Cancel your export of a film",
    description: "It ends at once, without an item. Safe to repeat.",
    answers: { 200: { description: "The export.", schema: filmExportSchema } },
    problems: ["film.export-ended"],
  },
  handle: ({ actor, params: { id: filmId, exportId } }) =>
    cancelExport(getDatabase(), { userId: actor.userId, filmId, exportId }),
});
