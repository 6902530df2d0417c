import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { paidKinds, type CallView, type PaidKind, type TestCall } from "./testing/paid-kinds";

const quick = { latencyMs: 20 };
const slow = { latencyMs: 60_000 };

describe("a paid call", () => {
  let studio: StudioHarness;
  let running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness();
    await Promise.all(
      [...new Map(paidKinds.map((kind) => [String(kind.bundle), kind.bundle])).values()].map((bundle) =>
        bundle(),
      ),
    );
  });
  beforeEach(async () => {
    await studio.sandbox.change(quick);
    await studio.test.database.rateBucket.deleteMany();
  });
  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop()));
    running = [];
  });
  afterAll(() => studio.close());

  const serve = async (kind: PaidKind) => void running.push(await kind.serve(studio));

  /** What the sandbox has received at the endpoint since, and how many of those it billed. */
  async function watch({ path }: PaidKind) {
    const read = async () => (await studio.sandbox.readRequests()).filter((each) => each.path === path);
    const before = (await read()).length;
    const readSent = async () => (await read()).slice(before);
    return {
      countSent: async () => (await readSent()).length,
      async countBilled() {
        const hashes = new Set((await readSent()).map(({ bodyHash }) => bodyHash));
        return (await studio.sandbox.readBill()).filter(
          ({ billed, bodyHash }) => billed && hashes.has(bodyHash as string),
        ).length;
      },
    };
  }

  /** The rate limit lets nothing leave for so long. */
  async function pause(kind: PaidKind, pauseMs: number): Promise<void> {
    const id = await kind.findBucket(studio);
    await studio.test.database.rateBucket.create({
      data: { id, blockedUntil: new Date(Date.now() + pauseMs) },
    });
  }

  /** Ends the pause now, and with it the planned waits. */
  async function endPause(kind: PaidKind): Promise<void> {
    const { database } = studio.test;
    const now = new Date();
    await database.rateBucket.update({
      where: { id: await kind.findBucket(studio) },
      data: { blockedUntil: now },
    });
    const queued = { where: { state: "queued" }, data: { scheduledAt: now } };
    await database.generation.updateMany(queued);
    await database.coverAnalysis.updateMany(queued);
  }

  async function waitForPause(kind: PaidKind): Promise<void> {
    const id = await kind.findBucket(studio);
    const { blockedUntil } = await studio.test.database.rateBucket.findUniqueOrThrow({ where: { id } });
    const leftMs = (blockedUntil?.getTime() ?? 0) - Date.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs) + 1_000));
  }

  async function waitFor(call: TestCall, state: CallView["state"]): Promise<CallView> {
    await expect.poll(async () => (await call.look()).state, { timeout: 40_000 }).toBe(state);
    return call.look();
  }

  describe.each(paidKinds)("of $name", (kind) => {
    it("is sent once by the next process when it is killed while it waits", async () => {
      const { countSent, countBilled } = await watch(kind);
      await pause(kind, 120_000);
      const call = await kind.open(studio);
      const doomed = await call.pressInProcess();
      if (kind.isQueued) await waitFor(call, "queued");
      await doomed.kill();
      expect(await countSent()).toBe(0);

      if (kind.isQueued) await endPause(kind);
      await serve(kind);
      if (!kind.isQueued) {
        expect(await call.press()).toMatchObject({ code: "rate.throttled" });
        expect(await call.look()).toMatchObject({ state: "none" });
        await endPause(kind);
        await call.press();
      }
      await waitFor(call, "done");
      expect(await countSent()).toBe(1);
      expect(await countBilled()).toBe(1);
    });

    it("is unknown and never sent again when it is killed after the first byte", async () => {
      const { countSent } = await watch(kind);
      await studio.sandbox.change(slow);
      const call = await kind.open(studio);
      const doomed = await call.pressInProcess();
      await expect.poll(countSent, { timeout: 40_000 }).toBe(1);
      expect(await call.look()).toMatchObject({ state: "out" });
      await doomed.kill();
      await studio.sandbox.change(quick);

      await serve(kind);
      const interrupted = { code: "generation.interrupted", made: "unknown" };
      expect(await waitFor(call, "unknown")).toMatchObject({ error: interrupted });
      const error = await call.press();
      if (!kind.isQueued) expect(error).toMatchObject({ code: interrupted.code });
      expect(await call.look()).toMatchObject({ state: "unknown", error: interrupted });
      expect(await countSent()).toBe(1);
    });

    it("is unknown and never sent again when its response is lost", async () => {
      const { countSent } = await watch(kind);
      await studio.sandbox.arm({ faults: ["drop-after"], times: 1 });
      await serve(kind);
      const call = await kind.open(studio);
      await call.press();
      expect(await waitFor(call, "unknown")).toMatchObject({ error: { made: "unknown" } });
      await call.press();
      expect(await call.look()).toMatchObject({ state: "unknown" });
      expect(await countSent()).toBe(1);
    });

    it("bills nothing when it is refused, and says so", async () => {
      const { countSent, countBilled } = await watch(kind);
      await studio.sandbox.arm({ faults: ["1026"], times: 1 });
      await serve(kind);
      const call = await kind.open(studio);
      await call.press();
      const refused = { code: "service.sensitive", made: "nothing" };
      expect(await waitFor(call, "failed")).toMatchObject({ error: refused });
      expect(await countSent()).toBe(1);
      expect(await countBilled()).toBe(0);
    });

    it("waits after 1002 and is sent once more", async () => {
      const { countSent, countBilled } = await watch(kind);
      await studio.sandbox.arm({ faults: ["1002"], times: 1 });
      await serve(kind);
      const call = await kind.open(studio);
      const error = await call.press();
      if (!kind.isQueued) {
        expect(error).toMatchObject({
          code: "rate.throttled",
          values: { retryAfterMs: expect.any(Number) as number },
        });
        await waitForPause(kind);
        await call.press();
      }
      await waitFor(call, "done");
      expect(await countSent()).toBe(2);
      expect(await countBilled()).toBe(1);
    });

    it("is one call for a double click", async () => {
      const { countSent, countBilled } = await watch(kind);
      await serve(kind);
      const call = await kind.open(studio);
      await Promise.all([call.press(), call.press()]);
      await waitFor(call, "done");
      await call.press();
      expect(await countSent()).toBe(1);
      expect(await countBilled()).toBe(1);
    });
  });
});
