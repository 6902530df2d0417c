import type { Prisma } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceClient } from "@/lib/service/client.server";
import { describeEndedEarly, describeError, describeUnusable } from "@/lib/errors/error-facts";
import { toOutputFacts } from "./output-facts.server";
import type { RunnerContext } from "../record/runner-port.server";
import { streamOutput } from "../stream/stream-output.server";
import type { WorkerServices } from "../record/worker-services.server";

/** What a runner may use while its request is out. */
export function createRunnerContext(
  services: WorkerServices,
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
      const settled = await storeOrDescribe(
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
      // Whether it breaks off later is for the record.
      if (keepsPart) await shielded.drain();
      const { fault } = shielded;
      // Nothing came: whoever asked decides what that means.
      if (fault && shielded.byteCount === 0) throw fault.error;
      const data = { ...asPart(settled, fault), ...toOutputFacts({ rawAudio, facts }) };
      await withDatabaseRetry(() =>
        database.$transaction([
          database.output.upsert({
            where: { generationId_role_index: { generationId: row.id, role, index } },
            create: { generationId: row.id, role, index, expectedKind, ...data },
            update: data,
          }),
          database.generation.update({ where: { id: row.id }, data: { version: { increment: 1 } } }),
        ]),
      );
      if (fault) throw fault.error;
      await shielded.drain();
    },
    streamOutput: (output) => streamOutput(services, row, output),
  };
}

type Settled =
  { state: "stored"; assetId: string; storedAt: Date } | { state: "failed"; error: Prisma.InputJsonObject };

/** One result that cannot be kept must not cost the others in the same answer; a broken answer is another matter. */
async function storeOrDescribe(
  services: WorkerServices,
  options: Parameters<WorkerServices["storeAsset"]>[0],
  { repeatable }: { repeatable: boolean },
): Promise<Settled> {
  try {
    const asset = await services.storeAsset(options);
    return { state: "stored", assetId: asset.id, storedAt: new Date(services.clock.now()) };
  } catch (error) {
    if (repeatable || !(error instanceof StudioError)) throw error;
    services.report(error, "A result of an answer could not be kept");
    return { state: "failed", error: { ...describeError(error) } };
  }
}

interface Fault {
  error: unknown;
}

/** The same where the source broke off: a part, or nothing that can be used. */
function asPart(settled: Settled, fault: Fault | null) {
  if (fault === null) return settled;
  if (settled.state === "failed") return { ...settled, error: { ...describeUnusable(fault.error) } };
  return { ...settled, state: "partial", error: { ...describeEndedEarly(fault.error) } };
}

/** The same bytes, without passing on that the reader stopped early; where it is wished, a fault ends them like an end. */
function shieldSource(source: AsyncIterable<Uint8Array>, { hidesFault }: { hidesFault: boolean }) {
  const iterator = source[Symbol.asyncIterator]();
  const state: { fault: Fault | null; byteCount: number } = { fault: null, byteCount: 0 };

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
    /** Reads what the store did not, so that what stands behind it in the same answer can be read too. */
    async drain(): Promise<void> {
      while (!(await next()).done);
    },
  };
}
