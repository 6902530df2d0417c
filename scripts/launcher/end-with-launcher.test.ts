import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const preload = pathToFileURL(path.resolve(import.meta.dirname, "end-with-launcher.mjs")).href;
const forever = "setInterval(() => {}, 1000); process.send?.('ready', () => {})";

function startChild(launcherPid: number) {
  const child = spawn(process.execPath, ["--import", preload, "--eval", forever], {
    env: { ...process.env, REVERIE_LAUNCHER_PID: String(launcherPid) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits for the end and returns the signal. */
const end = async (child: ReturnType<typeof startChild>) => ((await once(child, "exit")) as unknown[])[1];

describe("a child of the launcher", () => {
  it("ends when the launcher's channel closes", async () => {
    const child = startChild(process.pid);
    await once(child, "message");
    child.disconnect();
    expect(await end(child)).toBe("SIGTERM");
  });

  it("ends when the channel closes before it can listen", async () => {
    const child = startChild(process.pid);
    child.disconnect();
    expect(await end(child)).toBe("SIGTERM");
  });

  it("ends when the launcher was killed before it started", async () => {
    const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(gone, "exit");
    expect(await end(startChild(gone.pid!))).toBe("SIGTERM");
  });
});
