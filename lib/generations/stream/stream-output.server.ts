import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { holdNews, tellHeld } from "@/lib/live/live-hub.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { isFaultOfBytes } from "../record/lasting-faults";
import { toOutputFacts, type OutputBytes } from "../record/runner-port.server";
import { createPieceWriter, type PieceWriter } from "./piece-writer.server";
import type { LiveFacts } from "../record/stored-facts";
import { judgeOutput, settleOutput, type SourceFault, type StoredBytes } from "./settle-output.server";
import type { StreamTarget } from "./stream-pieces.server";
import { describeSpan, inSpan } from "@/lib/traces/trace.server";
import type { WorkerServices } from "../record/worker-services.server";

/** What storing a result needs. */
export type StreamServices = Pick<
  WorkerServices,
  "database" | "clock" | "signal" | "workerId" | "storeAsset" | "report" | "relay"
>;

/**
 * Stores one result while it arrives, and lets everyone play it meanwhile: the same bytes go to the asset store and, in
 * pieces, to the database (docs/decisions/0006). Constant memory; the source is read no faster than both take it.
 *
 * When the source fails, the part that arrived becomes a partial result and the fault is rethrown. What cannot be stored
 * for now (no space) stays in the database and is stored later.
 */
export async function streamOutput(
  services: StreamServices,
  row: { id: string; userId: string },
  output: OutputBytes & { mimeType: string },
): Promise<void> {
  const { index, role, expectedKind, rawAudio } = output;
  const target: StreamTarget = { generationId: row.id, role, index };
  const kept = toOutputFacts(output);
  const live: LiveFacts = { role, index, mimeType: output.mimeType, expectedKind, ...kept };
  const pieces = createPieceWriter(services, target, live);
  const tap = tapSource(output.source, pieces);
  const attributes = { "reverie.result": `${role} ${index}` };
  const stored = await inSpan("stream", { attributes }, async () => {
    const stored = await store(
      services.storeAsset({
        userId: row.userId,
        expectedKind,
        source: tap.source,
        isWhole: () => tap.fault === null,
        ...(rawAudio ? { rawAudio } : {}),
      }),
    );
    await tap.drain();
    describeSpan({ "reverie.bytes": pieces.byteCount() });
    return stored;
  });
  const { fault } = tap;
  // Nothing arrived: the caller decides what that means.
  if (fault && pieces.byteCount() === 0) throw fault.error;
  if (stored.assetId === null)
    services.report(stored.error, "A streamed result could not be stored", { ...target });
  const isRepeatable = stored.assetId === null && !isFaultOfBytes(stored.error) && pieces.isComplete();
  const outcome = judgeOutput(stored, { fault, now: services.clock.now(), isRepeatable });
  await withDatabaseRetry(() =>
    services.database.$transaction(async (transaction) => {
      await holdNews(transaction);
      await settleOutput(transaction, target, outcome, { expectedKind, ...kept });
      await tellHeld(transaction, row.id);
    }),
  );
  if (fault) throw fault.error;
}

/** The bytes for the store, which also become pieces. A fault of the source is kept, not thrown. */
function tapSource(source: AsyncIterable<Uint8Array>, pieces: PieceWriter) {
  const iterator = source[Symbol.asyncIterator]();
  const state: { fault: SourceFault | null; finishing: Promise<void> | null } = {
    fault: null,
    finishing: null,
  };

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

  // Sends the first bytes to the listeners while the store opens its file.
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
    /** Reads what the store did not, so that the rest of the same answer can be read. */
    async drain(): Promise<void> {
      while (!(await next()).done);
      await state.finishing;
    },
  };
}

async function store(storing: Promise<StoredAsset>): Promise<StoredBytes> {
  try {
    return { assetId: (await storing).id };
  } catch (error) {
    return { assetId: null, error };
  }
}
