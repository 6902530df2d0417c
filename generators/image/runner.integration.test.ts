import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { StudioHarness } from "@/lib/generations/testing/studio-harness.server";

describe("an image generation from submit to store", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    // Files share modules, and with them an idle process for images, which would be used instead of starting one.
    vi.resetModules();
    const { openStudioHarness } = await import("@/lib/generations/testing/studio-harness.server");
    studio = await openStudioHarness();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  it("starts the process that decodes the image before it arrives", async () => {
    const started: ChildProcess[] = [];
    const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    subscribe("child_process", onStart);
    try {
      const id = await studio.sandbox.whileHeld(async () => {
        const { id: submitted } = await studio.submit({ model: "image-01", prompt: "Soon" });
        await studio.waitFor(submitted, ({ state }) => state === "running");
        await expect.poll(() => started).toHaveLength(1);
        await expect(studio.waitFor(submitted, () => true)).resolves.toMatchObject({ state: "running" });
        return submitted;
      });
      await expect(studio.waitForEnd(id)).resolves.toMatchObject({ state: "succeeded" });
      expect(started.map(({ spawnargs }) => spawnargs.join(" "))).toEqual([
        expect.stringContaining("decode-picture"),
      ]);
    } finally {
      unsubscribe("child_process", onStart);
    }
  });

  it("stores every picture of a full success, from links", async () => {
    const { id } = await studio.submit({
      model: "image-01",
      prompt: "Four lights",
      aspect_ratio: "3:2",
      n: 4,
    });
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      counts: { expected: 4, stored: 4, storing: 0, blocked: 0, failed: 0 },
      sandbox: true,
    });
    expect(done.outputs.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    for (const output of done.outputs) {
      expect(output).toMatchObject({ role: "image", mimeType: "image/jpeg", width: 1248, height: 832 });
    }
    expect(done.traceId).toBeTruthy();
  });

  it("stores images from base64", async () => {
    const { id } = await studio.submit({
      model: "image-01",
      prompt: "In the body",
      n: 3,
      response_format: "base64",
    });
    const done = await studio.waitForEnd(id);
    expect(done.state).toBe("succeeded");
    expect(done.counts).toMatchObject({ expected: 3, stored: 3 });
  });

  it("returns the seed of each image if one was sent, else null", async () => {
    const order = { model: "image-01", prompt: "Seeds", n: 2 };
    const sent = await studio.submit({ ...order, seed: 42 });
    const large = await studio.submit({ ...order, seed: "9223372036854775807" });
    const drawn = await studio.submit(order);
    const seedsOf = async ({ id }: { id: string }) =>
      (await studio.waitForEnd(id)).outputs.map(({ seed }) => seed);
    expect(await seedsOf(sent)).toEqual([42, 42]);
    expect(await seedsOf(large)).toEqual(["9223372036854775807", "9223372036854775807"]);
    expect(await seedsOf(drawn)).toEqual([null, null]);
  });

  it("counts blocked images of a partial success", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Partly [[fault:partial:2]]", n: 4 });
    const done = await studio.waitForEnd(id);
    expect(done.state).toBe("succeeded");
    expect(done.counts).toMatchObject({ expected: 4, stored: 2, blocked: 2 });
  });

  it("ends a refusal with its code and nothing billed", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Sensitive [[fault:1026]]" });
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({ state: "failed", error: { serviceCode: 1026 } });
    expect(done.error?.traceId).toBeTruthy();
  });

  it.each(["drop-after", "truncate", "garbage"])(
    "calls it unknown after %s and never sends again",
    async (fault) => {
      const before = (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;
      const { id } = await studio.submit({ model: "image-01", prompt: `Lost [[fault:${fault}]]` });
      const done = await studio.waitForEnd(id);
      expect(done.state).toBe("unknown");
      expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
      expect((await studio.sandbox.readBill()).filter(({ billed }) => billed).length).toBe(before + 1);
    },
  );

  it("fails when every link is dead", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Gone [[fault:dead-links]]", n: 2 });
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "failed",
      error: { code: "result.link-dead" },
      counts: { failed: 2 },
    });
  });
});
