import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SupervisedProcess } from "./supervised-process";

describe("a supervised process", () => {
  it("is killed with its children where it ignores every signal", async () => {
    const ready = Promise.withResolvers<void>();
    const stubborn = new SupervisedProcess({
      name: "web",
      root: path.resolve(import.meta.dirname, "../.."),
      nodeArguments: [
        "--eval",
        'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("ready")',
      ],
      logFile: null,
      watchesLauncher: true,
      onMessage: () => ready.resolve(),
    });
    stubborn.start();
    await ready.promise;
    const pid = stubborn.pid!;
    await stubborn.stop({ hurryAfterMs: 10, killAfterMs: 50 });
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("does not parse the source maps of what it loads", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "supervised-"));
    const program = path.join(folder, "program.cjs");
    await writeFile(`${program}.map`, '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}');
    await writeFile(
      program,
      `process.send(require("node:module").findSourceMap(__filename) === undefined);
       //# sourceMappingURL=program.cjs.map`,
    );
    const told = Promise.withResolvers<unknown>();
    const child = new SupervisedProcess({
      name: "web",
      root: path.resolve(import.meta.dirname, "../.."),
      nodeArguments: [program],
      logFile: null,
      onMessage: told.resolve,
    });
    child.start();
    try {
      expect(await told.promise).toBe(true);
    } finally {
      await child.stop();
      await rm(folder, { recursive: true });
    }
  });
});
