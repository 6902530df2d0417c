import { findFirstGenerations } from "@/lib/paid-calls/fair-order";
import { readLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { generationStates, isTerminal, type GenerationState } from "../record/states";

const underWay = generationStates.filter((state) => state !== "queued" && !isTerminal(state));

/** Metrics over the generations of all people, without content. */
interface GenerationCounts {
  byState: Record<GenerationState, number>;
  /** By how many seconds the most overdue generation is late; 0 for none. */
  overdueSeconds: number;
  /** How long ago the one under way changed last of which that was longest ago; 0 for none. */
  oldestStepSeconds: number;
  /** How many generations each running worker holds. */
  workers: { id: string; host: string; count: number }[];
  /** How many failed within the last hour, by error code. */
  failures: { code: string; count: number }[];
}

const failuresMs = 3_600_000;
/** Nothing that was to start longer ago is looked at, so that the query reads the end of an index only. */
const longestRunMs = 7 * 86_400_000;

export async function countGenerations({
  database,
  clock,
}: Pick<GenerationServices, "database" | "clock">): Promise<GenerationCounts> {
  const now = clock.now();
  const [groups, lines, oldest, workers, claims, failures] = await Promise.all([
    database.generation.groupBy({ by: ["state"], _count: true }),
    database.generation.groupBy({
      by: ["rateBucket"],
      where: { state: "queued" },
      _min: { scheduledAt: true },
    }),
    database.generation.aggregate({ where: { state: { in: underWay } }, _min: { updatedAt: true } }),
    database.worker.findMany({ select: { id: true, host: true } }),
    database.generation.groupBy({ by: ["workerId"], where: { state: { in: underWay } }, _count: true }),
    database.$queryRaw<{ code: string; count: number }[]>`
      SELECT coalesce("error"->>'code', 'unknown') AS "code", count(*)::int AS "count" FROM "Generation"
      WHERE "state" = 'failed' AND "scheduledAt" > ${new Date(now - longestRunMs)}
        AND "finishedAt" > ${new Date(now - failuresMs)}
      GROUP BY 1`,
  ]);
  const dueTimes = lines.map(async ({ rateBucket: bucket, _min: { scheduledAt } }) => {
    if (bucket === null) return scheduledAt?.getTime() ?? now;
    // Behind the first one, others' requests may go before what was planned.
    const { shares } = await readLine(database, { bucket, limit: null }, { now });
    return findFirstGenerations(shares)[0]?.scheduledAt ?? now;
  });
  const dueSince = Math.min(now, ...(await Promise.all(dueTimes)));
  const counted = new Map(groups.map(({ state, _count }) => [state, _count]));
  const byState = Object.fromEntries(generationStates.map((state) => [state, counted.get(state) ?? 0]));
  const held = new Map(claims.map(({ workerId, _count }) => [workerId, _count]));
  return {
    byState: byState as Record<GenerationState, number>,
    overdueSeconds: (now - dueSince) / 1000,
    oldestStepSeconds: Math.max(0, now - (oldest._min.updatedAt?.getTime() ?? now)) / 1000,
    workers: workers.map((worker) => ({ ...worker, count: held.get(worker.id) ?? 0 })),
    failures,
  };
}
