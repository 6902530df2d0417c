import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
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
    problems: ["database.away"],
  },
  async handle() {
    try {
      await getDatabase().$queryRaw`SELECT 1`;
    } catch (cause) {
      throw new StudioError("database.away", { cause });
    }
    return { status: "ok" };
  },
});
