import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { holdNews, tellHeld } from "@/lib/live/live-hub.server";
import type { ServiceClient } from "@/lib/service/client.server";
import { toOutputFacts, type RunnerContext } from "../record/runner-port.server";
import type { WorkerServices } from "../record/worker-services.server";
import {
  judgeOutput,
  settleOutput,
  type SourceFault,
  type StoredBytes,
} from "../stream/settle-output.server";
import { streamOutput, type StreamServices } from "../stream/stream-output.server";

/** What a runner may use while its request is out. */
export function createRunnerContext(
  services: StreamServices,
  { row, client }: { row: { id: string; userId: string }; client: ServiceClient },
): RunnerContext {
  const { database } = services;
  return {
    generationId: row.id,
    client,
    signal: services.signal,
    async storeOutput(output) {
      const { index, role, expectedKind, source, repeatable = false, keepsPart = false } = output;
      const { rawAudio, facts } = output;
      const shielded = shieldSource(source, { hidesFault: keepsPart });
      const stored = await store(
        services,
        {
          userId: row.userId,
          expectedKind,
          source: shielded.bytes,
          isWhole: () => shielded.fault === null,
          ...(rawAudio ? { rawAudio } : {}),
        },
        { repeatable },
      );
      // A fault after the bytes that the store needs still makes the result partial.
      if (keepsPart) await shielded.drain();
      const { fault } = shielded;
      // Nothing arrived: the caller decides what that means.
      if (fault && shielded.byteCount === 0) throw fault.error;
      const target = { generationId: row.id, role, index };
      const outcome = judgeOutput(stored, { fault, now: services.clock.now() });
      await withDatabaseRetry(() =>
        database.$transaction(async (transaction) => {
          await holdNews(transaction);
          await settleOutput(transaction, target, outcome, {
            expectedKind,
            ...toOutputFacts({ rawAudio, facts }),
          });
          await tellHeld(transaction, row.id);
        }),
      );
      if (fault) throw fault.error;
      await shielded.drain();
    },
    streamOutput: (output) => streamOutput(services, row, output),
  };
}

/** A result that cannot be stored does not cost the others of the same answer; a broken answer is thrown. */
async function store(
  services: StreamServices,
  options: Parameters<WorkerServices["storeAsset"]>[0],
  { repeatable }: { repeatable: boolean },
): Promise<StoredBytes> {
  try {
    return { assetId: (await services.storeAsset(options)).id };
  } catch (error) {
    if (repeatable || !(error instanceof StudioError)) throw error;
    services.report(error, "A result of an answer could not be kept");
    return { assetId: null, error };
  }
}

/** The same bytes; a reader that stops early does not end the source. With `hidesFault`, a fault looks like the end. */
function shieldSource(source: AsyncIterable<Uint8Array>, { hidesFault }: { hidesFault: boolean }) {
  const iterator = source[Symbol.asyncIterator]();
  const state: { fault: SourceFault | null; byteCount: number } = { fault: null, byteCount: 0 };

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const ended = { done: true, value: undefined } as const;
    if (state.fault) return ended;
    try {
      const step = await iterator.next();
      if (step.done) return ended;
      state.byteCount += step.value.byteLength;
      return { done: false, value: step.value };
    } catch (error) {
      if (!hidesFault) throw error;
      state.fault = { error };
      return ended;
    }
  }

  return {
    bytes: { [Symbol.asyncIterator]: () => ({ next }) } satisfies AsyncIterable<Uint8Array>,
    get fault() {
      return state.fault;
    },
    get byteCount() {
      return state.byteCount;
    },
    /** Reads what the store did not, so that the rest of the same answer can be read. */
    async drain(): Promise<void> {
      while (!(await next()).done);
    },
  };
}
