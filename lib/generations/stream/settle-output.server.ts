import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { describeEndedEarly, describeError, describeUnusable } from "@/lib/errors/error-facts";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { storeItem } from "@/lib/items/change/store-item.server";
import { placeResult } from "@/lib/projects/change/project-items.server";
import { noteStep } from "../record/note-step.server";
import { readTakeWords } from "../read/read-take-words.server";
import { endStream, type StreamTarget } from "./stream-pieces.server";

/** A source that failed. */
export interface SourceFault {
  error: unknown;
}

/** What the asset store made of the bytes of one result. */
export type StoredBytes = { assetId: string; error?: undefined } | { assetId: null; error: unknown };

export type OutputOutcome = Pick<
  Prisma.OutputUncheckedCreateInput,
  "assetId" | "storedAt" | "error" | "tries"
> & { state: "stored" | "partial" | "storing" | "failed" };

/**
 * What becomes of one result: `stored`, `partial` where its source failed after a part of it, `storing` where the store
 * can try again, or `failed`. Pure.
 *
 * @param options.isRepeatable the bytes are kept elsewhere, so that storing them can be tried again
 */
export function judgeOutput(
  stored: StoredBytes,
  { fault, now, isRepeatable = false }: { fault: SourceFault | null; now: number; isRepeatable?: boolean },
): OutputOutcome {
  const cause = fault ? describeEndedEarly(fault.error) : jsonNull;
  if (stored.assetId !== null) {
    const asset = { assetId: stored.assetId, storedAt: new Date(now) };
    return { ...asset, state: fault ? "partial" : "stored", error: cause };
  }
  if (isRepeatable) return { state: "storing", error: cause };
  return { state: "failed", error: fault ? describeUnusable(fault.error) : describeError(stored.error) };
}

/**
 * Writes what became of one result, makes a stored one an item of the library, and deletes its stream pieces once it is no
 * longer `storing`. A stored result stays stored, whoever else tried at the same time. Part of the caller's transaction.
 */
export async function settleOutput(
  transaction: Prisma.TransactionClient,
  { generationId, role, index }: StreamTarget,
  outcome: OutputOutcome,
  /** Of a result whose row may not exist yet. */
  created: Pick<Prisma.OutputUncheckedCreateInput, "expectedKind" | "facts"> | null = null,
): Promise<void> {
  const target = { generationId, role, index };
  const { count } = await transaction.output.updateMany({
    where: { ...target, state: { not: "stored" } },
    data: { ...outcome, ...created },
  });
  if (count === 0 && created) {
    await transaction.output.createMany({
      data: [{ ...target, ...created, ...outcome }],
      skipDuplicates: true,
    });
  }
  if (outcome.state !== "storing") await endStream(transaction, target);
  const { userId, projectId, ...row } = await transaction.generation.update({
    where: { id: generationId },
    data: { version: { increment: 1 } },
    select: { id: true, userId: true, projectId: true, generator: true, model: true, createdAt: true },
  });
  if (outcome.state !== "storing") {
    const { data: error } = errorFactsSchema.safeParse(outcome.error);
    noteStep(transaction, row, "stored", { outcome: outcome.state, result: `${role} ${index}`, error });
  }
  if (!outcome.assetId) return;
  // After the generation is locked: everyone who changes both locks it first.
  await storeItem(transaction, target, await readTakeWords(transaction, generationId));
  if (projectId) await placeResult(transaction, { ...target, userId, projectId });
}
