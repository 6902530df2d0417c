import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import type { ServiceClient } from "@/lib/service/client.server";
import type { RunnerContext } from "./runner-port.server";
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
    async storeOutput({ index, role, expectedKind, source }) {
      const asset = await services.storeAsset({ userId: row.userId, expectedKind, source });
      const output = { state: "stored", assetId: asset.id, storedAt: new Date(services.clock.now()) };
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
    },
  };
}
