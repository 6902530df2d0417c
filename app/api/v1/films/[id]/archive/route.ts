import { chooseFilm } from "@/lib/archive/choose-film.server";
import { openExport } from "@/lib/archive/open-export.server";
import { getDatabase, getDatabaseUrl } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { slugify } from "@/lib/media/media-file-name";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import packageJson from "@/package.json" with { type: "json" };

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  limit: "archives",
  params: idParamsSchema,
  operation: {
    id: "downloadFilm",
    tag: "Films",
    summary: "Download a film with its items as one archive",
    description:
      "What `importFilm` takes: the film as it is now, the items that you see in it, and your generations and input files behind them. Of the items of others in its project, it has the file and the name. What is in the trash, earlier versions and the project stay behind. It is written while it is downloaded, so its length isn’t known before; an archive whose download was cut can’t be opened. One at a time per person, also with that of the account. A download that takes nothing for five minutes ends.",
    answers: {
      200: {
        description: "The archive, a ZIP64 file without compression.",
        contentTypes: ["application/zip"],
        headers: { "content-disposition": "The file name." },
      },
    },
    problems: ["film.newer", "export.running"],
  },
  async handle({ actor, params }) {
    const film = await chooseFilm(getDatabase(), { userId: actor.userId, ...params });
    const stream = await openExport({
      databaseUrl: getDatabaseUrl(),
      store: await getBlobStore(),
      email: actor.email,
      studio: packageJson.version,
      film,
    });
    return new Response(stream, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": contentDisposition("attachment", `${slugify(film.title) || "film"}.zip`),
      },
    });
  },
});
