// node <program>: asks for thirty songs of a model that takes three a minute, and tells what became of them as JSON. The
// studio without its pages, its sandbox and its clock are those of the integration tests.
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { measureQueue } from "@/lib/generations/testing/measure-queue.server";
import { openStepWorker } from "@/lib/generations/testing/step-worker.server";
import { openStudioHarness } from "@/lib/generations/testing/studio-harness.server";

const songs = 30;
/** Short and small: only the line is to take time. */
const input = {
  model: "music-3.0-free",
  prompt: "dance, 180 bpm",
  lyrics: "[Outro]\nla",
  audio_setting: { format: "mp3", sample_rate: 16_000, bitrate: 32_000 },
};

const postgres = await startTestPostgres();
try {
  const test = await createTestDatabase(postgres.templateUrl);
  const studio = await openStudioHarness({ test, sandboxArgs: ["--rate-limits", "on"] });
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
  }
} finally {
  await postgres.stop();
}
