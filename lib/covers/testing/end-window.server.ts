import type { TestDatabase } from "@/lib/db/test-database.server";

/** Ends all rate windows: whatever has left did so long ago. */
export async function endWindow({ test: { database } }: { test: TestDatabase }): Promise<void> {
  const startedAt = new Date(0);
  await database.attempt.updateMany({ data: { startedAt } });
  await database.coverAnalysis.updateMany({ where: { state: { not: "queued" } }, data: { startedAt } });
}
