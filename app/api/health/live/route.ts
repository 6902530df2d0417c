import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/** 200 as long as the process answers at all, whatever the database does: for what restarts a process that hangs. */
export const GET = defineRoute({
  auth: "none",
  operation: {
    id: "getLiveness",
    tag: "Studio",
    summary: "Tell that the process answers, whatever the database does",
    answers: {
      200: { description: "It does.", schema: z.object({ status: z.literal("ok") }) },
    },
  },
  handle: () => Response.json({ status: "ok" }),
});
