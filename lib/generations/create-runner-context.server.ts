import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceClient } from "@/lib/service/client.server";
import { describeError } from "./describe-error";
import { toOutputFacts } from "./output-facts.server";
import type { RunnerContext } from "./runner-port.server";
import { streamOutput } from "./stream-output.server";
import type { WorkerServices } from "./worker-services.server";

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
    async storeOutput({ index, role, expectedKind, source, repeatable = false, rawAudio, facts }) {
      const shielded = shieldSource(source);
      const settled = await storeOrDescribe(
        services,
        {
          userId: row.userId,
          expectedKind,
          source: shielded,
          ...(rawAudio ? { rawAudio } : {}),
        },
        { repeatable },
      );
      const output = { ...settled, ...toOutputFacts({ rawAudio, facts }) };
      await withDatabaseRetry(() =>
        database.$transaction([
          database.output.upsert({
            where: { generationId_role_index: { generationId: row.id, role, index } },
            create: { generationId: row.id, role, index, expectedKind, ...output },
            update: output,
          }),
          database.generation.update({ where: { id: row.id }, data: { version: { increment: 1 } } }),
        ]),
      );
      // What was not read must be, or what stands behind it in the same answer could not be.
      for await (const _rest of shielded);
    },
    streamOutput: (output) => streamOutput(services, row, output),
  };
}

/** One result that cannot be kept must not cost the others in the same answer; a broken answer is another matter. */
async function storeOrDescribe(
  services: WorkerServices,
  options: Parameters<WorkerServices["storeAsset"]>[0],
  { repeatable }: { repeatable: boolean },
) {
  try {
    const asset = await services.storeAsset(options);
    return { state: "stored", assetId: asset.id, storedAt: new Date(services.clock.now()) };
  } catch (error) {
    if (repeatable || !(error instanceof StudioError)) throw error;
    services.report(error, "A result of an answer could not be kept");
    return { state: "failed", error: describeError(error) };
  }
}

/** The same bytes, without passing on that the reader stopped early. */
function shieldSource(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
}
