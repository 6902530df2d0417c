import { z } from "zod";
import { getGenerationServices } from "@/generators/generation-services.server";
import { getRateOutlook } from "@/lib/generations/get-rate-outlook.server";
import { defineRoute } from "@/lib/http/route.server";

const querySchema = z.object({
  generator: z.string().min(1).max(64),
  /** By its name in service.md. */
  model: z.string().min(1).max(64),
});

/** When the next request of a model could leave. */
export const GET = defineRoute({
  auth: "actor",
  query: querySchema,
  async handle({ actor, query }) {
    const services = await getGenerationServices();
    return Response.json(await getRateOutlook(services, { userId: actor.userId, ...query }));
  },
});
