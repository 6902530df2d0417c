import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/bootstrap/find-chromium.mjs";

const browser = findChromium();
if (!browser) throw new Error("Chromium or Chrome is needed: install one, or name it with CHROME_PATH.");

/** User journeys in a real browser against the built studio; `npm test -- e2e` builds it first when needed. */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  globalSetup: "./e2e/fixtures/build-studio.ts",
  // Each worker starts a browser and one studio: database, sandbox, web and worker process.
  workers: availableParallelism(),
  // Journeys of one file share nothing, so that no worker is left with a long file at the end.
  fullyParallel: true,
  forbidOnly: true,
  // On a busy CI machine a journey may run into a time limit. One that passes on its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Only what hangs is to reach these limits, also on a slow machine that runs two studios and two browsers.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/test-results/e2e.json" }]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Vienna",
    colorScheme: "dark",
    actionTimeout: 30_000,
    // A journey that needs it allows it. Requests that it makes can't be intercepted.
    serviceWorkers: "block",
    // Recording costs a fifth of the run. To look into a failure: npx playwright test <file> --trace on
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browser,
      args: [
        // Chromium refuses to run as root inside its own sandbox.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        // A microphone that beeps, without the prompt that the headless shell does not have.
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
      ],
    },
  },
});
