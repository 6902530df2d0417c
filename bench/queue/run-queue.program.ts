// node <program>: requests thirty songs from a model limited to three per minute, and prints the results as
// JSON. Uses the studio without pages, the sandbox and the clock of the integration tests.
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { measureQueue } from "@/lib/generations/testing/measure-queue.server";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { openStepWorker } from "@/lib/generations/testing/step-worker.server";
import { openStudioHarness } from "@/lib/generations/testing/studio-harness.server";

const songs = 30;
/** Short and small, so that only the queue takes time. */
const input = {
  model: "music-3.0-free",
  prompt: "dance, 180 bpm",
  lyrics: "[Outro]\nla",
  audio_setting: { format: "mp3", sample_rate: 16_000, bitrate: 32_000 },
};

const postgres = await startTestPostgres();
try {
  const test = await createTestDatabase(postgres.templateUrl);
  const sandbox = await startSandboxProcess(["--latency-ms", "20", "--takes", "same"]);
  const studio = await openStudioHarness({ test, sandbox });
  try {
    const worker = await openStepWorker(studio);
    try {
      const inputs = Array.from({ length: songs }, () => input);
      process.stdout.write(
        JSON.stringify(await measureQueue(studio, worker, { generator: "music", inputs })),
      );
    } finally {
      await worker.close();
    }
  } finally {
    await studio.close();
    await sandbox.stop();
  }
} finally {
  await postgres.stop();
}
