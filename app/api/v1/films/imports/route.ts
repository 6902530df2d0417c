import { z } from "zod";
import { importFilm } from "@/lib/archive/import-film.server";
import { importedFilmSchema } from "@/lib/archive/imported-film-dto";
import { getDatabase, getDatabaseUrl } from "@/lib/db/database.server";
import { maxFilmArchiveBytes } from "@/lib/films/film-limits";
import { defineRoute } from "@/lib/http/route.server";
import { readUpload } from "@/lib/media/read-upload.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "archives",
  mayWait: true,
  operation: {
    id: "importFilm",
    tag: "Films",
    summary: "Import a film with its items",
    description: `Takes an archive of \`downloadFilm\`, of this or another studio, of at most ${maxFilmArchiveBytes / 1e9} GB. You get the film and those of its items that you don’t have. What you have stays as it is, so an import that was cut off continues when it is repeated. Nothing is sent and nothing is billed. One at a time per person.`,
    body: {
      description: "The archive, either as the form field `file` or as the body itself.",
      required: true,
      content: { "multipart/form-data": z.object({ file: z.file() }), "application/zip": null },
    },
    answers: {
      201: { description: "The film, which is new.", schema: importedFilmSchema },
      200: { description: "The film, which you had already.", schema: importedFilmSchema },
    },
    problems: [
      "input.malformed",
      "input.too-large",
      "input.timeout",
      "asset.empty",
      "film.import-foreign",
      "film.import-account",
      "film.import-damaged",
      "film.import-incomplete",
      "film.import-newer",
      "film.import-running",
      "film.too-many",
      "quota.disk",
      "storage.full",
      "storage.failed",
    ],
  },
  async handle({ request, actor }) {
    const { source } = await readUpload(request);
    const length = request.headers.get("content-length");
    const imported = await importFilm(
      { database: getDatabase(), databaseUrl: getDatabaseUrl(), store: await getBlobStore() },
      {
        ...{ userId: actor.userId, source, signal: request.signal },
        expectedBytes: length === null ? 0 : Number(length),
      },
    );
    return Response.json(imported, { status: imported.created ? 201 : 200 });
  },
});
