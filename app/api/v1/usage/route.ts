import { readUsage } from "@/lib/costs/read-usage.server";
import { usageDtoSchema, usageQuerySchema } from "@/lib/costs/usage-dto";
import { defineRoute } from "@/lib/http/route.server";
import { getCostServices } from "@/server/cost-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: usageQuerySchema,
  operation: {
    id: "getUsage",
    tag: "Costs",
    summary: "Sum up what was used and what it came to",
    description:
      "By day, generator, model and member, from what the service reported. What was deleted for good is included.",
    answers: { 200: { description: "The sums of the period.", schema: usageDtoSchema } },
  },
  handle: ({ actor, query }) => readUsage(getCostServices(), actor, query),
});
