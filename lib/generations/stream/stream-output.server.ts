import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { describeEndedEarly, describeError, describeUnusable } from "@/lib/errors/error-facts";
import { isFaultOfBytes } from "../record/lasting-faults";
import { toOutputFacts } from "../work/output-facts.server";
import { createPieceWriter, type PieceWriter } from "./piece-writer.server";
import type { OutputBytes } from "../record/runner-port.server";
import type { LiveFacts } from "../record/stored-facts";
import { endStream, type StreamTarget } from "./stream-pieces.server";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Stores one result while it comes, and lets everybody hear it meanwhile: the same bytes go into the asset store and,
 * piece by piece, into the database (docs/decisions/0006). Constant memory; the source runs no faster than both.
 *
 * When the source fails, what had come becomes a partial result and the fault is thrown on. What cannot be stored for
 * now (no room) stays in the database as a result that is still to be stored.
 */
export async function streamOutput(
  services: WorkerServices,
  row: { id: string; userId: string },
  output: OutputBytes & { mimeType: string },
): Promise<void> {
  const { index, role, expectedKind, rawAudio } = output;
  const target: StreamTarget = { generationId: row.id, role, index };
  const kept = toOutputFacts(output);
  const live: LiveFacts = { role, index, mimeType: output.mimeType, expectedKind, ...kept };
  const pieces = createPieceWriter(services, target, live);
  const tap = tapSource(output.source, pieces);
  const storing = await settleStoring(
    services.storeAsset({
      userId: row.userId,
      expectedKind,
      source: tap.source,
      isWhole: () => tap.fault === null,
      ...(rawAudio ? { rawAudio } : {}),
    }),
  );
  await tap.drain();
  const { fault } = tap;
  // Nothing came: whoever asked decides what that means.
  if (fault && pieces.byteCount() === 0) throw fault.error;
  if (storing.error !== undefined)
    services.report(storing.error, "A streamed result could not be stored", { ...target });
  const settled = describeOutcome(services, { storing, fault, pieces });
  await withDatabaseRetry(() => record(services, target, { expectedKind, ...kept, ...settled }));
  if (fault) throw fault.error;
}

interface Fault {
  error: unknown;
}

/** The bytes for the store, which also go to the pieces; that the source failed is kept, not thrown. */
function tapSource(source: AsyncIterable<Uint8Array>, pieces: PieceWriter) {
  const iterator = source[Symbol.asyncIterator]();
  const state: { fault: Fault | null; finishing: Promise<void> | null } = { fault: null, finishing: null };

  async function pull(): Promise<IteratorResult<Uint8Array, undefined>> {
    const ended = { done: true, value: undefined } as const;
    if (state.finishing) return ended;
    try {
      const step = await iterator.next();
      if (!step.done) {
        await pieces.write(step.value);
        return { done: false, value: step.value };
      }
    } catch (error) {
      state.fault = { error };
    }
    state.finishing = pieces.finish({ isWhole: state.fault === null });
    return ended;
  }

  // The first bytes are on their way to the listeners while the store still opens its file.
  let first: ReturnType<typeof pull> | null = pull();
  function next(): ReturnType<typeof pull> {
    const step = first ?? pull();
    first = null;
    return step;
  }

  return {
    // Without `return`: a store that stops early must not end the source.
    source: { [Symbol.asyncIterator]: () => ({ next }) } satisfies AsyncIterable<Uint8Array>,
    get fault() {
      return state.fault;
    },
    /** Reads what the store did not, so that what stands behind it in the same answer can be read too. */
    async drain(): Promise<void> {
      while (!(await next()).done);
      await state.finishing;
    },
  };
}

type Storing = { asset: StoredAsset; error?: undefined } | { asset: null; error: unknown };

async function settleStoring(storing: Promise<StoredAsset>): Promise<Storing> {
  try {
    return { asset: await storing };
  } catch (error) {
    return { asset: null, error };
  }
}

type OutputData = Pick<Prisma.OutputUncheckedCreateInput, "state" | "assetId" | "storedAt" | "error">;

/** What became of it: stored, a part of it stored, still to be stored from the pieces, or not to be had. */
function describeOutcome(
  { clock }: Pick<WorkerServices, "clock">,
  { storing, fault, pieces }: { storing: Storing; fault: Fault | null; pieces: PieceWriter },
): OutputData {
  const cause = fault ? describeEndedEarly(fault.error) : jsonNull;
  if (storing.asset) {
    const stored = { assetId: storing.asset.id, storedAt: new Date(clock.now()) };
    return { ...stored, state: fault ? "partial" : "stored", error: cause };
  }
  if (!isFaultOfBytes(storing.error) && pieces.isComplete()) return { state: "storing", error: cause };
  return { state: "failed", error: fault ? describeUnusable(fault.error) : describeError(storing.error) };
}

async function record(
  { database }: WorkerServices,
  target: StreamTarget,
  data: OutputData & Pick<Prisma.OutputUncheckedCreateInput, "expectedKind" | "facts">,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await transaction.output.upsert({
      where: { generationId_role_index: target },
      create: { ...target, ...data },
      update: data,
    });
    if (data.state !== "storing") await endStream(transaction, target);
    await transaction.generation.update({
      where: { id: target.generationId },
      data: { version: { increment: 1 } },
    });
  });
}
