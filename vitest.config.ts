import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url));

const cores = availableParallelism();
const slowFiles =
  /(conformance|exports|faults|kill-worker|lost-connection|new-generator|outage|run-render|sound-download)\.integration\.test\.ts$/;

/** Only what hangs is to reach it: a film takes two minutes to render on a slow machine that tests on all cores. */
const patienceMs = 300_000;

/** Starts slow files first, so that none runs alone at the end. Vitest knows durations only from earlier runs. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** Tests are next to the code: *.test.ts for units, *.integration.test.ts for what needs PostgreSQL or other processes. */
export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    env: { STUDIO_LOG_LEVEL: "silent" },
    sequence: { sequencer: SlowFilesFirst },
    // As for the journeys: what passes on its second try is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    // Only what hangs is to reach it, too.
    expect: { poll: { timeout: 80_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          globalSetup: ["lib/media/testing/bundle-peaks-thread.global-setup.ts"],
          include: ["{lib,generators,components,sandbox,scripts,app,bench,server}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.integration.test.ts", "**/*.studio.test.ts", "node_modules/**"],
          // Encoding songs and unpacking archives takes seconds on a busy machine. Time is measured in bench/.
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          // Modules load once per worker, not per file, which halves the run. Stubs end with their test.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          maxWorkers: cores,
        },
      },
      {
        extends: true,
        test: {
          // Tests of the built studio as a whole; npm test builds it first.
          name: "studio",
          include: ["scripts/**/*.studio.test.ts"],
          // A build, which some of them make, takes ten minutes on such a machine.
          testTimeout: 4 * patienceMs,
          hookTimeout: 4 * patienceMs,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["{lib,generators,sandbox,scripts,app,server}/**/*.integration.test.ts"],
          exclude: ["node_modules/**"],
          globalSetup: [
            "lib/db/test-postgres.global-setup.ts",
            "lib/generations/testing/sandboxes.global-setup.ts",
            "lib/media/testing/bundle-peaks-thread.global-setup.ts",
          ],
          setupFiles: ["lib/env/testing/fresh-process.setup.ts"],
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          // Loading the studio takes longer than many of the files.
          isolate: false,
          // Much of the time goes into waiting for workers, databases and the sandbox.
          maxWorkers: cores + 1,
        },
      },
    ],
  },
});
