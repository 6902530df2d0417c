// node <program>: queues batches of 500 in the studio without pages and cancels them, and prints the times as JSON.
import { cancelBatch } from "@/lib/batches/cancel-batch.server";
import { createBatch } from "@/lib/batches/create-batch.server";
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { openStudioHarness } from "@/lib/generations/testing/studio-harness.server";

const rounds = 5;
const rows = Array.from({ length: 500 }, (_none, index) => ({
  prompt: `A lighthouse at dusk, number ${index}`,
}));
const input = { model: "image-01", aspect_ratio: "1:1", n: 4 };

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

const postgres = await startTestPostgres();
try {
  const test = await createTestDatabase(postgres.templateUrl);
  const sandbox = await startSandboxProcess([]);
  const studio = await openStudioHarness({ test, sandbox, imagesPerMinute: 10 });
  try {
    const { services, userId } = studio;
    const times: { queuedMs: number; cancelledMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let id = "";
      const queuedMs = await time(async () => {
        ({ id } = (await createBatch(services, { userId, generator: "image", input, rows })).batch);
      });
      const cancelledMs = await time(() => cancelBatch(services, { userId, id }));
      times.push({ queuedMs, cancelledMs });
    }
    process.stdout.write(JSON.stringify(times));
  } finally {
    await studio.close();
    await sandbox.stop();
  }
} finally {
  await postgres.stop();
}
