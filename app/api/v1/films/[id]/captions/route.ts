import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { listCaptions } from "@/lib/films/list-captions";
import { openFilm } from "@/lib/films/read/read-films.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { safeFileName } from "@/lib/media/media-file-name";
import { subtitleFormats } from "@/lib/media/subtitles/subtitle-formats";
import { subtitleFiles } from "@/lib/media/subtitles/subtitles";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: z.object({ format: z.enum(subtitleFormats).default("srt") }),
  operation: {
    id: "getFilmCaptions",
    tag: "Films",
    summary: "Get the captions of a film as a file",
    description: "As the film has them now, sorted by time and without overlaps.",
    answers: {
      200: {
        description: "UTF-8 text, as a file download.",
        contentTypes: Object.values(subtitleFiles).map(({ mimeType }) => mimeType),
        headers: { "content-disposition": "The name of the downloaded file." },
      },
    },
    problems: ["film.newer"],
  },
  async handle({ actor, params, query: { format } }) {
    const { title, document } = await openFilm(getDatabase(), { userId: actor.userId, ...params });
    const { mimeType, write } = subtitleFiles[format];
    const name =
      safeFileName(`${title.replaceAll(/[\\/]/g, "-")}.${format}`, mimeType) ?? `captions.${format}`;
    return new Response(write(listCaptions(document)), {
      headers: {
        "content-type": `${mimeType}; charset=utf-8`,
        "content-disposition": contentDisposition("attachment", name),
      },
    });
  },
});
