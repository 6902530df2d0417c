import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { takeInstanceLock } from "../bootstrap/instance-lock.mjs";
import { requirePort } from "./ports";

const host = "127.0.0.1";

describe("a port in use", () => {
  async function occupy() {
    const server = createServer().listen(0, host);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The system gave no port.");
    return { server, port: address.port };
  }

  it("is reported at once", async () => {
    const { port } = await occupy();
    await expect(requirePort(host, port)).rejects.toThrow(`Port ${port} on ${host} is in use`);
  });

  it("is taken when it becomes free, and reported if it does not", async () => {
    const { server, port } = await occupy();
    await expect(requirePort(host, port, 200)).rejects.toThrow("is in use");
    const waiting = requirePort(host, port, 60_000);
    server.close();
    expect(await waiting).toBe(port);
  });
});

it("a lock says whether the studio before was killed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reverie-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "studio.lock");
  const first = takeInstanceLock(file);
  expect(first.followsKilled()).toBe(false);
  first.release();
  const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(gone, "exit");
  writeFileSync(file, JSON.stringify({ id: "killed", pid: gone.pid, startTime: "gone" }));
  expect(takeInstanceLock(file).followsKilled()).toBe(true);
});
