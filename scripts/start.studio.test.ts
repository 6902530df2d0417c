import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { actionSalt } from "./launcher/build-studio";
import { StudioProcess, livingChildren, waitFor } from "./testing/studio-process";

const token = "studio-test-token-0123456789";
const settings = {
  STUDIO_OWNER_EMAIL: "owner@example.test",
  STUDIO_OWNER_PASSWORD: "a password of some length",
  STUDIO_API_TOKEN: token,
};

let dataDir: string;
let studio: StudioProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-studio-"));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Stops what a failed test left running. */
afterEach(async () => {
  if (!studio) return;
  if (existsSync(path.join(dataDir, "studio.lock"))) {
    if (isProcessAlive(studio.pidOf("launcher"))) studio.signal("SIGTERM");
  }
  await studio.exitCode;
  studio = undefined;
});

async function start(): Promise<{ running: StudioProcess; address: string }> {
  const running = new StudioProcess(dataDir, settings);
  studio = running;
  return { running, address: await running.ready() };
}

async function isServing(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/api/v1/generations`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.status === 200;
  } catch {
    return false; // Not listening at this moment.
  }
}

describe("npm start", () => {
  it("says once where the studio is, refuses to run twice, and leaves nothing behind when it is told to stop", async () => {
    const { running, address } = await start();
    expect(await isServing(address)).toBe(true);
    expect(running.output.match(/http:\/\//g)).toHaveLength(1);
    expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);

    const second = new StudioProcess(dataDir, settings);
    expect(await second.exitCode).toBe(1);
    expect(second.output).toContain(`Reverie is already running at ${address}`);
    expect(await isServing(address)).toBe(true);

    const lock = running.readLock();
    const postgres = running.pidOf("postgres");
    running.signal("SIGINT");
    expect(await running.exitCode).toBe(0);
    expect(livingChildren(lock)).toEqual([]);
    expect(isProcessAlive(postgres)).toBe(false);
    expect(existsSync(path.join(dataDir, "studio.lock"))).toBe(false);
  });

  it("serves a build that is the same wherever these sources are built", async () => {
    const readBuild = async (name: string) => readFile(path.resolve(".next", name), "utf8");
    const { content } = JSON.parse(await readBuild("reverie-build.json")) as { content: string };
    expect((await readBuild("BUILD_ID")).trim()).toBe(content.slice(0, 20));
    const manifest = JSON.parse(await readBuild("server/server-reference-manifest.json")) as {
      encryptionKey: string;
    };
    expect(manifest.encryptionKey).toBe(actionSalt);
  });

  it("has no letter outside of Latin-1 in the worker, which would double the memory of its source", async () => {
    const source = await readFile(path.resolve("dist/worker.mjs"), "utf8");
    expect(/.{0,60}[^\0-\xFF]/.exec(source)?.[0]).toBeUndefined();
  });

  it("refuses a body of 20 MB from someone who is not signed in", async () => {
    const { address } = await start();
    const body = new Blob(Array.from({ length: 20 }, () => new Uint8Array(1_000_000)));
    const response = await fetch(`${address}/api/auth/callback/credentials`, { method: "POST", body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "input.too-large" });
  });

  it("keeps secret and ports of the sandbox over a restart", async () => {
    const readKept = async () => [
      await readFile(path.join(dataDir, "secret"), "utf8"),
      await readFile(path.join(dataDir, "sandbox-ports.json"), "utf8"),
    ];
    const before = await readKept();
    await start();
    expect(await readKept()).toEqual(before);
  });

  it("starts every part again that is killed", async () => {
    const { running, address } = await start();
    for (const name of ["web", "worker", "sandbox", "postgres"] as const) {
      const killed = running.pidOf(name);
      process.kill(killed, "SIGKILL");
      await waitFor(() => !isProcessAlive(killed));
      await waitFor(() => {
        try {
          return running.pidOf(name) !== killed && isProcessAlive(running.pidOf(name));
        } catch {
          return false; // The file that tells the number is being written.
        }
      });
      await waitFor(() => isServing(address));
    }
    expect(running.output).toContain("The worker process exited (SIGKILL)");
  });

  it("heals after the launcher was killed: its children end, the database is adopted", async () => {
    const { running } = await start();
    const lock = running.readLock();
    const postgres = running.pidOf("postgres");
    process.kill(running.pidOf("launcher"), "SIGKILL");
    await running.exitCode;
    await waitFor(() => livingChildren(lock).length === 0);
    expect(isProcessAlive(postgres)).toBe(true);

    const next = await start();
    expect(next.running.pidOf("postgres")).toBe(postgres);
    expect(await isServing(next.address)).toBe(true);
  });

  it("heals after everything was killed at once", async () => {
    const { running } = await start();
    const all = (["launcher", "web", "worker", "sandbox", "postgres"] as const).map((name) =>
      running.pidOf(name),
    );
    for (const pid of all) process.kill(pid, "SIGKILL");
    await running.exitCode;

    const next = await start();
    expect(await isServing(next.address)).toBe(true);
  });

  it("tells which setting is wrong and stops", async () => {
    studio = undefined;
    const wrong = new StudioProcess(dataDir, { STUDIO_STORAGE: "tape" });
    expect(await wrong.exitCode).toBe(1);
    expect(wrong.output).toContain("STUDIO_STORAGE");
    expect(existsSync(path.join(dataDir, "studio.lock"))).toBe(false);
  });

  it("reports a port in use and names the setting to change", async () => {
    const { address } = await start();
    const otherDataDir = await mkdtemp(path.join(tmpdir(), "reverie-studio-other-"));
    try {
      const other = new StudioProcess(otherDataDir, { PORT: new URL(address).port });
      expect(await other.exitCode).toBe(1);
      expect(other.output).toMatch(/Port \d+ on 127\.0\.0\.1 is in use.*PORT=/);
    } finally {
      await rm(otherDataDir, { recursive: true, force: true });
    }
  });
});

describe("npm run dev", () => {
  it("serves, and ends all it started when it is told to stop", async () => {
    const running = new StudioProcess(dataDir, settings, ["--dev"]);
    studio = running;
    expect(await isServing(await running.ready())).toBe(true);
    const lock = running.readLock();
    running.signal("SIGINT");
    expect(await running.exitCode).toBe(0);
    expect(livingChildren(lock)).toEqual([]);
  });
});
