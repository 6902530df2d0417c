import { StudioError } from "@/lib/errors/studio-error";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { loadTextFile, toStoredFile } from "@/generators/narration/text-files/load-text-file.server";
import { describeTextFile, textFileReportSchema } from "@/generators/narration/text-files/text-file-report";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getTextFile",
    tag: "Media",
    summary: "Check a text file for narration",
    description:
      "For a txt or zip file uploaded with POST /api/uploads: returns its texts, their lengths, and everything that prevents it from being sent.",
    answers: { 200: { description: "The report.", schema: textFileReportSchema } },
    problems: ["asset.missing"],
  },
  async handle({ actor, params }) {
    const asset = await findAsset(params.id, actor.userId);
    if (!asset) throw new StudioError("not-found");
    return describeTextFile(await loadTextFile(toStoredFile(asset)));
  },
});
