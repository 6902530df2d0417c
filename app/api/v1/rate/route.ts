import { z } from "zod";
import { getGenerationServices } from "@/server/generation-services.server";
import { getRateOutlook } from "@/lib/generations/line/get-rate-outlook.server";
import { rateOutlookSchema } from "@/lib/generations/line/rate-outlook-dto";
import { defineRoute } from "@/lib/http/route.server";

const querySchema = z.object({
  generator: z.string().min(1).max(64),
  model: z.string().min(1).max(64).describe("Model name from the service's documentation."),
});

/** When the next requests of a model could be sent. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: querySchema,
  operation: {
    id: "getRateOutlook",
    tag: "Generations",
    summary: "Get the rate-limit outlook of a model",
    answers: { 200: { description: "The rate limit and the next start times.", schema: rateOutlookSchema } },
    problems: ["generator.unknown", "connection.missing", "connection.unreadable"],
  },
  async handle({ actor, query }) {
    const services = await getGenerationServices();
    return getRateOutlook(services, { userId: actor.userId, ...query });
  },
});
