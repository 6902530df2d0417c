import { getServiceAccess } from "@/lib/connections/service-access.server";
import { coverAnalysisDtoSchema } from "@/lib/covers/cover-analysis-dto";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { idParamsSchema } from "@/lib/http/id-params";
import { defineRoute } from "@/lib/http/route.server";

/** One analysis, as far as it has come. */
export const GET = defineRoute({
  auth: "actor",
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
    return Response.json(await getCoverAnalysis(getServiceAccess(), { userId: actor.userId, id: params.id }));
  },
});
