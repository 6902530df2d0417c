import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/**
 * 200 while the process responds, whatever the database does. For supervisors that restart a hanging process.
 */
export const GET = defineRoute({
  auth: "none",
  operation: {
    id: "getLiveness",
    tag: "Studio",
    summary: "Check that the process responds, regardless of the database",
    answers: {
      200: { description: "The process responds.", schema: z.object({ status: z.literal("ok") }) },
    },
  },
  handle: () => ({ status: "ok" }),
});
