import { z } from "zod";
import { requireDatabase } from "@/lib/http/database-away.server";
import { measureDiskSpace } from "@/lib/media/store/disk-space.server";
import { defineRoute } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

const healthSchema = z.object({
  status: z.literal("ok"),
  storage: z
    .enum(["ok", "full"])
    .describe("`full`: results are still stored and served, but new work is refused until space is freed."),
});

/** 200 once requests can be served; 503 without a database. */
export const GET = defineRoute({
  auth: "none",
  operation: {
    id: "getHealth",
    tag: "Studio",
    summary: "Check whether the studio can serve requests",
    answers: {
      200: { description: "The studio can serve requests.", schema: healthSchema },
    },
  },
  async handle() {
    await requireDatabase();
    const { neededBytes } = await measureDiskSpace();
    return { status: "ok", storage: neededBytes > 0 ? "full" : "ok" };
  },
});
