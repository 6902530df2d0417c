import { inject } from "vitest";
import { connectSandbox, type RunningSandbox } from "./sandbox-process";

/** The sandbox of this test worker, as new, with short songs. Test files of one worker run after each other. */
export async function openTestSandbox(settings: Record<string, unknown> = {}): Promise<RunningSandbox> {
  const addresses = inject("sandboxes")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!addresses) throw new Error("This worker has no sandbox");
  const sandbox = connectSandbox(addresses);
  await sandbox.reset();
  await sandbox.change({ songSeconds: 8, ...settings });
  return sandbox;
}
