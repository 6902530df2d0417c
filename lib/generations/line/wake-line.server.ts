import type { Queryable } from "@/lib/db/database.server";
import { advanceGenerationJob } from "../record/advance-job";
import type { GenerationServices } from "../record/services.server";

/** Something in the line ended: whoever waits there for a free place may go on. */
export async function wakeLine(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Queryable,
  bucket: string | null,
): Promise<void> {
  if (!bucket) return;
  const head = await transaction.generation.findFirst({
    where: { rateBucket: bucket, state: "queued", waiting: { path: ["reason"], equals: "concurrency" } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (head) await jobs.enqueue(advanceGenerationJob, { generationId: head.id }, { transaction });
}
