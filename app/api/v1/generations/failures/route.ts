import { getDatabase } from "@/lib/db/database.server";
import { countFailures, failuresQuerySchema } from "@/lib/generations/read/count-failures.server";
import { failureDaysSchema } from "@/lib/generations/read/failure-days-dto";
import { defineRoute } from "@/lib/http/route.server";

/** How many generations ended without success, by day. */
export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: failuresQuerySchema,
  operation: {
    id: "countFailures",
    tag: "Generations",
    summary: "Count failed and cancelled generations by day",
    answers: {
      200: { description: "The days with failed or cancelled generations.", schema: failureDaysSchema },
    },
  },
  handle: ({ actor, query }) => countFailures(getDatabase(), actor.userId, query),
});
