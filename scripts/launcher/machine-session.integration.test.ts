import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { parseEnv } from "@/lib/env/env.server";
import { describeMachine, openMachineSession, type MachineSession } from "./machine-session";

const service = { STUDIO_SANDBOX: "off" };
const s3 = { STUDIO_STORAGE: "s3", STUDIO_S3_BUCKET: "media" };

describe("machines that use one database", () => {
  let test: TestDatabase;
  let folder: string;
  let sessions: MachineSession[];

  beforeEach(async () => {
    [test, folder] = await Promise.all([
      createTestDatabase(),
      mkdtemp(path.join(tmpdir(), "reverie-machines-")),
    ]);
    sessions = [];
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    await test.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a machine with a data folder of its own. */
  async function join(name: string, settings: Record<string, string>): Promise<void> {
    const dataDir = await mkdtemp(path.join(folder, name));
    await joinAgain(dataDir, settings);
  }

  async function joinAgain(dataDir: string, settings: Record<string, string>): Promise<void> {
    // A test server has room for a few tests, each with many connections.
    const few = { STUDIO_WEB_CONNECTIONS: "3", STUDIO_WORKER_CONNECTIONS: "3" };
    const machine = describeMachine({ dataDir, env: parseEnv({ ...few, ...settings }) });
    sessions.push(await openMachineSession(test.url, machine));
  }

  it("are refused where one stores on its disk or runs the sandbox, whoever comes first", async () => {
    await join("a", { ...service, ...s3 });
    await expect(join("b", service)).rejects.toThrow("this machine stores results on a disk");
    await expect(join("b", s3)).rejects.toThrow("this machine runs the sandbox");
    await join("b", { ...service, ...s3 });
    await Promise.all(sessions.splice(0).map((session) => session.close()));
    await join("a", {});
    await expect(join("b", { ...service, ...s3 })).rejects.toThrow(
      "that machine stores its results on a disk",
    );
  });

  it("know a machine that starts again, also while its last session is still open", async () => {
    await joinAgain(folder, {});
    await joinAgain(folder, {});
  });

  it("are refused where their pools need more connections than there are, with the sum", async () => {
    const pools = { ...service, ...s3, STUDIO_WEB_CONNECTIONS: "500" };
    await expect(join("a", pools)).rejects.toThrow(
      /max_connections \d+.*this machine may open 518.*STUDIO_WEB_CONNECTIONS/,
    );
  });
});
