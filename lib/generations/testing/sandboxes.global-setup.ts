import type { TestProject } from "vitest/node";
import { startSandboxProcess, type SandboxAddresses } from "./sandbox-process";

declare module "vitest" {
  export interface ProvidedContext {
    /** One sandbox for each test worker, by `VITEST_POOL_ID`, which counts from 1. */
    sandboxes: SandboxAddresses[];
  }
}

/** Starts a sandbox for each test worker and stops them after the last test. `openStudioHarness` hands them out. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandboxes = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () =>
      startSandboxProcess(["--latency-ms", "20", "--rate-limits", "off", "--takes", "same"]),
    ),
  );
  project.provide(
    "sandboxes",
    sandboxes.map(({ baseUrl, altBaseUrl }) => ({ baseUrl, altBaseUrl })),
  );
  return async () => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  };
}
