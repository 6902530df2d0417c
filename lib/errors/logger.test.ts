import { spawnSync } from "node:child_process";
import { existsSync, openSync, closeSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

describe("the log", () => {
  it.skipIf(!existsSync("/dev/full"))("does not end the process when its disk is full", () => {
    const full = openSync("/dev/full", "w");
    const program = path.join(import.meta.dirname, "testing/log-a-line.program.ts");
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--conditions=react-server", "scripts/run-typescript.mjs", program],
      {
        timeout: 30_000,
        stdio: ["ignore", "pipe", full],
        encoding: "utf8",
        env: { ...process.env, STUDIO_LOG_LEVEL: "info" },
      },
    );
    closeSync(full);
    expect([status, stdout]).toEqual([0, "still running\n"]);
  });
});
