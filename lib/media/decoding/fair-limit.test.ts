import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FairLimit } from "./fair-limit";

/** Runs named tasks, the first letter being the person's, a small one for what is owed. Returns the order of starts. */
async function order(limit: FairLimit, names: readonly string[]): Promise<string[]> {
  const started: string[] = [];
  const run = (name: string) =>
    limit.run({ userId: name[0]!.toUpperCase(), isOwed: /^[a-z]/.test(name) }, async () => {
      started.push(name);
      await nextTurn();
    });
  await Promise.all(names.map(run));
  return started;
}

describe("FairLimit", () => {
  it("takes the tasks of one person in order", async () => {
    expect(await order(new FairLimit(1), ["A1", "A2", "A3"])).toEqual(["A1", "A2", "A3"]);
  });

  it("lets whoever was served longest ago be next", async () => {
    expect(await order(new FairLimit(1), ["A1", "A2", "A3", "A4", "B1", "B2", "C1"])).toEqual([
      ...["A1", "B1", "C1"],
      ...["A2", "B2"],
      ...["A3", "A4"],
    ]);
  });

  it("takes results that are owed first, those too in turns", async () => {
    expect(await order(new FairLimit(1), ["A1", "A2", "B1", "a3", "a4", "b2"])).toEqual([
      ...["A1", "b2", "a3", "a4"],
      ...["B1", "A2"],
    ]);
  });

  it("runs no more than allowed at once, and goes on after failures", async () => {
    const limit = new FairLimit(2);
    let running = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        limit.run({ userId: "A" }, async () => {
          most = Math.max(most, (running += 1));
          await nextTurn();
          running -= 1;
          if (index % 2 === 0) throw new Error("It can't be decoded");
        }),
      ),
    );
    expect(most).toBe(2);
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? "rejected" : "fulfilled")),
    );
  });

  it("drops a task that gives up waiting, and starts the next", async () => {
    const limit = new FairLimit(1);
    const started: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = limit.run({ userId: "A" }, () => gate.promise);
    const controller = new AbortController();
    const gone = limit.run({ userId: "B", signal: controller.signal }, async () => void started.push("B"));
    const last = limit.run({ userId: "C" }, async () => void started.push("C"));
    controller.abort(new Error("Gone"));
    await expect(gone).rejects.toThrow("Gone");
    gate.resolve();
    await Promise.all([first, last]);
    expect(started).toEqual(["C"]);
    await expect(limit.run({ userId: "A" }, () => Promise.resolve("free"))).resolves.toBe("free");
  });

  it("rejects a task that was aborted before its turn, at once", async () => {
    const limit = new FairLimit(1);
    const gate = Promise.withResolvers<void>();
    const first = limit.run({ userId: "A" }, () => gate.promise);
    const gone = limit.run({ userId: "B", signal: AbortSignal.abort(new Error("Gone")) }, () =>
      Promise.resolve(),
    );
    await expect(gone).rejects.toThrow("Gone");
    gate.resolve();
    await first;
  });
});
