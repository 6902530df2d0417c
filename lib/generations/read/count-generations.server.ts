import type { GenerationServices } from "../record/services.server";
import { generationStates, type GenerationState } from "../record/states";

/** Metrics over the generations of all people, without content. */
interface GenerationCounts {
  byState: Record<GenerationState, number>;
  /** By how many seconds the most overdue generation is late; 0 for none. */
  overdueSeconds: number;
}

export async function countGenerations({
  database,
  clock,
}: Pick<GenerationServices, "database" | "clock">): Promise<GenerationCounts> {
  const [groups, oldest] = await Promise.all([
    database.generation.groupBy({ by: ["state"], _count: true }),
    database.generation.findFirst({
      where: { state: "queued" },
      orderBy: { scheduledAt: "asc" },
      select: { scheduledAt: true },
    }),
  ]);
  const counted = new Map(groups.map(({ state, _count }) => [state, _count]));
  const byState = Object.fromEntries(generationStates.map((state) => [state, counted.get(state) ?? 0]));
  const overdueMs = oldest ? clock.now() - oldest.scheduledAt.getTime() : 0;
  return {
    byState: byState as Record<GenerationState, number>,
    overdueSeconds: Math.max(0, overdueMs / 1000),
  };
}
