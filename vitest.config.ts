import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Unit tests stand beside the code as *.test.ts; tests that need PostgreSQL or other processes are *.integration.test.ts. */
export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    env: { STUDIO_LOG_LEVEL: "silent" },
    // What is waited for comes when the machine gets to it; one second is too short on a busy one.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          globalSetup: ["lib/media/testing/bundle-peaks-thread.global-setup.ts"],
          include: ["{lib,generators,components,sandbox,scripts,app,bench,server}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.integration.test.ts", "**/*.studio.test.ts", "node_modules/**"],
          // Songs, archives and the like are real work, and machines may be busy: time is measured in bench/.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          // Tests of the built studio as a whole: npm test builds before them.
          name: "studio",
          include: ["scripts/**/*.studio.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
            "lib/media/testing/bundle-peaks-thread.global-setup.ts",
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
