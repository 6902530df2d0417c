import { setTimeout as sleep } from "node:timers/promises";
import { streamLimits } from "@/lib/live/stream-slots.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { readChunks } from "@/lib/live/testing/read-chunks";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, ownerSettings, ownStudioTest as test } from "./fixtures/test";

const image = { model: "image-01", prompt: "A lighthouse at dusk" };

test("300 event streams of one person leave every submission its connection", async ({ startStudio }) => {
  test.setTimeout(180_000);
  const { api, process } = await startStudio(ownerSettings);
  const requests = 1_000_000;
  await api.connect({
    profileId: "sandbox",
    overrides: { rateLimits: { models: {}, endpoints: { imageGeneration: { requests, windowMs: 60_000 } } } },
  });

  const streams: { text: string; isOpen: boolean }[] = [];
  await test.step("the oldest streams end and say why", async () => {
    for (let count = 0; count < 300; count += 1) {
      const stream = { text: "", isOpen: true };
      streams.push(stream);
      const { body, status } = await api.request("GET", "/api/events");
      expect(status).toBe(200);
      void readChunks(body!, (chunk) => {
        stream.text += chunk;
      })
        // The studio stops at the end of the test.
        .catch(() => undefined)
        .finally(() => {
          stream.isOpen = false;
        });
    }
    await expect.poll(() => streams.filter(({ isOpen }) => isOpen).length).toBe(streamLimits.perCredential);
    const ended = streams.slice(0, -streamLimits.perCredential);
    expect(ended.every(({ text }) => text.endsWith("event: replaced\ndata: {}\n\n"))).toBe(true);
  });

  const open = streams.slice(-streamLimits.perCredential);
  const created: GenerationDto[] = [];
  let mostConnections = 0;
  await test.step("200 submissions succeed meanwhile", async () => {
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const statement = "SELECT FROM pg_stat_activity WHERE application_name = $1";
        const count = await changeStudioDatabase(process.dataDir, statement, ["reverie-feeds"]);
        mostConnections = Math.max(mostConnections, count);
        await sleep(100);
      }
    })();
    const submissions = Array.from({ length: 200 }, (_, index) =>
      api.createGeneration("image", { ...image, prompt: `${image.prompt} ${index}` }),
    );
    created.push(...(await Promise.all(submissions)));
    isOver = true;
    await watching;
  });

  await test.step("reading for the streams takes two connections at most", () => {
    expect(mostConnections).toBeGreaterThan(0);
    expect(mostConnections).toBeLessThanOrEqual(2);
  });

  await test.step("every open stream hears of every one", async () => {
    const isHeard = () => created.every(({ id }) => open.every(({ text }) => text.includes(id)));
    await expect.poll(isHeard, { timeout: 60_000 }).toBe(true);
  });
});
