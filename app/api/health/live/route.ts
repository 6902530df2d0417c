import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/** 200 as long as the process answers at all, whatever the database does: for what restarts a process that hangs. */
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
  handle: () => Response.json({ status: "ok" }),
});
