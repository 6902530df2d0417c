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
});
