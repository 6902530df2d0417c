import { z } from "zod";
import { getAnalysisServices } from "@/server/analysis-services.server";
import { listPrivateHosts } from "@/lib/connections/connection-addresses.server";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { bringSound } from "@/lib/covers/bring-sound.server";
import { isPending } from "@/lib/covers/choose-analysis";
import { coverAnalysisDtoSchema, coverAnalysisListSchema } from "@/lib/covers/cover-analysis-dto";
import { listCoverAnalyses } from "@/lib/covers/find-cover-analyses.server";
import { analysisRequestSchema, requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { defineRoute } from "@/lib/http/route.server";
import { identifierField } from "@/lib/service/contract/fields";

const listQuerySchema = z.object({
  assetId: z.uuid().optional().meta({ description: "Only analyses of this audio file." }),
  coverFeatureId: identifierField().optional().meta({ description: "Only analyses with this identifier." }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(10)
    .meta({ description: "Maximum number of results." }),
});

/** Requests an analysis, once while its identifier is valid. */
export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: analysisRequestSchema,
  limit: "analyses",
  operation: {
    id: "requestCoverAnalysis",
    tag: "Covers",
    summary: "Analyse audio for a cover",
    description:
      "Asks the service once for the sections and lyrics of the audio, and for the identifier a cover refers to. The same audio returns the same analysis for 24 hours without another request. Analyses share the rate limit of their model and key with covers: until the limit allows it, the state is `queued` and `waiting` tells why. If no response arrives, the state is `unknown`, and the request is never repeated automatically.",
    answers: {
      200: { description: "The finished analysis.", schema: coverAnalysisDtoSchema },
      202: {
        description: "The analysis in progress.",
        schema: coverAnalysisDtoSchema,
        headers: { location: "Where to check its progress." },
      },
    },
    problems: [
      "quota.disk",
      "quota.queue",
      "input.invalid",
      "asset.missing",
      "connection.missing",
      "connection.unreadable",
      "storage.full",
    ],
  },
  async handle({ actor: { userId }, body: { anew, ...source } }) {
    const services = await getAnalysisServices();
    const ownHosts = listPrivateHosts(await services.getConnection(userId));
    const asset = await bringSound(source, { userId, ownHosts });
    const field = source.assetId === undefined ? "url" : "assetId";
    const { analysis } = await requestCoverAnalysis(services, { userId, asset, field, anew });
    if (!isPending(analysis)) return Response.json(analysis);
    return Response.json(analysis, {
      status: 202,
      headers: { location: `/api/v1/cover-analyses/${analysis.id}` },
    });
  },
});

/** Analyses, newest first. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listQuerySchema,
  operation: {
    id: "listCoverAnalyses",
    tag: "Covers",
    summary: "List cover analyses",
    description:
      "Newest first. Includes analyses whose identifier has expired, since their lyrics and sections are still usable.",
    answers: { 200: { description: "The analyses.", schema: coverAnalysisListSchema } },
    problems: ["connection.missing", "connection.unreadable"],
  },
  async handle({ actor, query }) {
    const { userId } = actor;
    const services = getServiceAccess();
    // Identifiers of another connection are not valid.
    const scope = query.assetId === undefined ? undefined : (await services.getConnection(userId)).scope;
    const analyses = await listCoverAnalyses(services, { userId, ...query, ...(scope ? { scope } : {}) });
    return { analyses };
  },
});
