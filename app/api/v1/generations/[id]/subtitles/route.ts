import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { getSubtitles } from "@/lib/generations/get-subtitles.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/content-disposition";
import { safeFileName } from "@/lib/media/media-file-name";
import { subtitlesDtoSchema } from "@/lib/media/subtitles/subtitles-dto";
import { subtitleFiles, subtitleFormats } from "@/lib/media/subtitles/write-subtitles";

/** What is spoken when, sentence by sentence: as JSON, or as a file for players and editors. */
export const GET = defineRoute({
  auth: "actor",
  params: idParamsSchema,
  query: z.object({
    format: z
      .enum(["json", ...subtitleFormats])
      .default("json")
      .meta({ description: "`srt` and `vtt` come as files to keep." }),
    group: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Of a generation with several sounds: the group of the output." }),
  }),
  operation: {
    id: "getSubtitles",
    tag: "Generations",
    summary: "Get the sentences of a sound with their times",
    description: "In the order of their times and without overlaps, whatever the service's file says.",
    answers: {
      200: {
        description: "The sentences; in the other formats, UTF-8 text.",
        schema: subtitlesDtoSchema,
        contentTypes: Object.values(subtitleFiles).map(({ mimeType }) => mimeType),
        headers: { "content-disposition": "Of a file: its name." },
      },
    },
    problems: ["subtitles.unreadable"],
  },
  async handle({ actor, params, query }) {
    const services = await getGenerationServices();
    const { sentences, fileName } = await getSubtitles(services, {
      userId: actor.userId,
      id: params.id,
      group: query.group,
    });
    if (query.format === "json") return Response.json(subtitlesDtoSchema.parse({ sentences }));
    const { mimeType, write } = subtitleFiles[query.format];
    const name = safeFileName(fileName, mimeType) ?? `subtitles.${query.format}`;
    return new Response(write(sentences), {
      headers: {
        "content-type": `${mimeType}; charset=utf-8`,
        "content-disposition": contentDisposition("attachment", name),
      },
    });
  },
});
