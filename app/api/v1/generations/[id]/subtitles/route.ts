import { z } from "zod";
import { getGenerationServices } from "@/server/generation-services.server";
import { getSubtitles } from "@/lib/generations/read/get-subtitles.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";
import { contentDisposition } from "@/lib/media/delivery/media-headers";
import { safeFileName } from "@/lib/media/media-file-name";
import { subtitlesDtoSchema } from "@/lib/media/subtitles/subtitles-dto";
import { subtitleFormats } from "@/lib/media/subtitles/subtitle-formats";
import { subtitleFiles } from "@/lib/media/subtitles/subtitles";

/** Timed sentences, as JSON or as a subtitle file. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: z.object({
    format: z
      .enum(["json", ...subtitleFormats])
      .default("json")
      .meta({ description: "`srt` and `vtt` are returned as file downloads." }),
    group: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "The output group, for generations with several audio files." }),
  }),
  operation: {
    id: "getSubtitles",
    tag: "Generations",
    summary: "Get timed subtitles",
    description: "Sorted by time and without overlaps, even if the service's file isn't.",
    answers: {
      200: {
        description: "The sentences as JSON, or UTF-8 text in the other formats.",
        schema: subtitlesDtoSchema,
        contentTypes: Object.values(subtitleFiles).map(({ mimeType }) => mimeType),
        headers: { "content-disposition": "The name of the downloaded file." },
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
