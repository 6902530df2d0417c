import { z } from "zod";
import { listHosts } from "@/lib/connections/connection-addresses.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { analysisRequestSchema } from "@/lib/covers/analysis-request";
import { bringSound } from "@/lib/covers/bring-sound.server";
import { coverAnalysisDtoSchema, coverAnalysisListSchema } from "@/lib/covers/cover-analysis-dto";
import { listCoverAnalyses } from "@/lib/covers/find-cover-analyses.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { defineRoute } from "@/lib/http/route.server";
import { identifierField } from "@/lib/service/contract/fields";

const listQuerySchema = z.object({
  assetId: z.uuid().optional().meta({ description: "Analyses of this sound." }),
  coverFeatureId: identifierField().optional().meta({ description: "Analyses that gave this identifier." }),
  limit: z.coerce.number().int().min(1).max(50).default(10).meta({ description: "How many at most." }),
});

/** Has the service analyse a sound, once for as long as its identifier lives. */
export const POST = defineRoute({
  auth: "actor",
  body: analysisRequestSchema,
  operation: {
    id: "requestCoverAnalysis",
    tag: "Covers",
    summary: "Analyse a sound for a cover in two steps",
    description:
      "Asks the service once for the parts and lyrics of a sound and for the identifier that a cover refers to. The same sound gives the same analysis for 24 hours, without another call. A call whose answer never came is told as `unknown` and never sent again by itself.",
    answers: {
      200: { description: "The analysis, which has ended.", schema: coverAnalysisDtoSchema },
      202: {
        description: "The analysis, which is out.",
        schema: coverAnalysisDtoSchema,
        headers: { location: "Where it can be followed." },
      },
    },
    problems: ["input.invalid", "asset.missing", "connection.missing", "connection.unreadable"],
  },
  async handle({ actor: { userId }, body: { anew, ...source } }) {
    const services = getServiceAccess();
    const ownHosts = listHosts(await services.getConnection(userId));
    const asset = await bringSound(source, { userId, ownHosts });
    const field = source.assetId === undefined ? "url" : "assetId";
    const { analysis } = await requestCoverAnalysis(services, { userId, asset, field, anew });
    if (analysis.state !== "running") return Response.json(analysis);
    return Response.json(analysis, {
      status: 202,
      headers: { location: `/api/v1/cover-analyses/${analysis.id}` },
    });
  },
});

/** What was analysed, newest first. */
export const GET = defineRoute({
  auth: "actor",
  query: listQuerySchema,
  operation: {
    id: "listCoverAnalyses",
    tag: "Covers",
    summary: "List analyses of sounds",
    description:
      "The newest first; those whose identifier has expired too, since their words and parts remain.",
    answers: { 200: { description: "The analyses.", schema: coverAnalysisListSchema } },
    problems: ["connection.missing", "connection.unreadable"],
  },
  async handle({ actor, query }) {
    const { userId } = actor;
    const services = getServiceAccess();
    // Of a sound, another connection's identifier is of no use.
    const scope = query.assetId === undefined ? undefined : (await services.getConnection(userId)).scope;
    const analyses = await listCoverAnalyses(services, { userId, ...query, ...(scope ? { scope } : {}) });
    return Response.json({ analyses });
  },
});
