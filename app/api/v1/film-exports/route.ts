import { getDatabase } from "@/lib/db/database.server";
import { listOwnExports } from "@/lib/films/export/read-exports.server";
import { filmExportListSchema, listExportsQuerySchema } from "@/lib/films/export-dto";
import { maxListedExports } from "@/lib/films/film-limits";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listExportsQuerySchema,
  operation: {
    id: "listOwnFilmExports",
    tag: "Films",
    summary: "List your exports of all films",
    description: `The latest ${maxListedExports}, newest first.`,
    answers: { 200: { description: "The exports.", schema: filmExportListSchema } },
  },
  handle: async ({ actor, query }) => ({
    exports: await listOwnExports(getDatabase(), actor.userId, { active: query.active === "true" }),
  }),
});
