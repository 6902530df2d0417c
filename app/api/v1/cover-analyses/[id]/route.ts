import { getAnalysisServices } from "@/server/analysis-services.server";
import { coverAnalysisDtoSchema } from "@/lib/covers/cover-analysis-dto";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { resumeAnalysis } from "@/lib/covers/perform-analysis.server";
import { idParamsSchema, defineRoute } from "@/lib/http/route.server";

/** One analysis in its current state. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getCoverAnalysis",
    tag: "Covers",
    summary: "Get a cover analysis",
    description: "Free. Poll it as often as you like.",
    answers: { 200: { description: "The analysis.", schema: coverAnalysisDtoSchema } },
    problems: ["not-found"],
  },
  async handle({ actor, params }) {
    const own = { userId: actor.userId, id: params.id };
    const services = await getAnalysisServices();
    const analysis = await getCoverAnalysis(services, own);
    // A queued analysis may have lost its process, so it is resumed here.
    if (analysis.state === "queued") await resumeAnalysis(services, own);
    return analysis;
  },
});
