import { z } from "zod";
import { requireDatabase } from "@/lib/http/database-away.server";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

/** 200 once requests can be served; 503 without a database. */
export const GET = defineRoute({
  auth: "none",
  operation: {
    id: "getHealth",
    tag: "Studio",
    summary: "Check whether the studio can serve requests",
    answers: {
      200: { description: "The studio can serve requests.", schema: z.object({ status: z.literal("ok") }) },
    },
  },
  async handle() {
    await requireDatabase();
    return { status: "ok" };
  },
});
