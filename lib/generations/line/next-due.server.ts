import type { Database } from "@/lib/db/database.server";

/** The next moment after now at which a generation may be taken on, in epoch milliseconds; null when there is none. */
export async function findNextDue(database: Database, now: number): Promise<number | null> {
  const after = new Date(now);
  const [queued, pending] = await Promise.all([
    database.generation.findFirst({
      where: { state: "queued", scheduledAt: { gt: after } },
      orderBy: { scheduledAt: "asc" },
      select: { scheduledAt: true },
    }),
    database.generation.findFirst({
      where: { state: { in: ["running", "storing"] }, nextPollAt: { gt: after } },
      orderBy: { nextPollAt: "asc" },
      select: { nextPollAt: true },
    }),
  ]);
  const moments = [queued?.scheduledAt, pending?.nextPollAt].filter((moment) => moment != null);
  return moments.length > 0 ? Math.min(...moments.map((moment) => moment.getTime())) : null;
}
