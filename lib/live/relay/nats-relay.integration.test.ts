import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openNatsRelay } from "./nats-relay.server";
import type { Relay } from "./relay";
import { hasNatsServer, type NatsServer, startNatsServer } from "./testing/nats-server";

if (!hasNatsServer()) console.warn("The relay is not tested: this machine has no nats-server.");

describe.skipIf(!hasNatsServer())("a relay through NATS", () => {
  let nats: NatsServer;
  let worker: Relay;
  let web: Relay;
  let stranger: Relay;
  const heard: [number, string][] = [];
  const overheard: unknown[] = [];
  let followers = 0;

  beforeAll(async () => {
    nats = await startNatsServer();
    [worker, web] = [openRelay("reverie.one"), openRelay("reverie.one")];
    stranger = openRelay("reverie.two");
    stranger.follow("stream", (offset) => overheard.push(offset));
    worker.onFollower("stream", () => (followers += 1));
    await expectUp();
    web.follow("stream", (offset, bytes) => heard.push([offset, Buffer.from(bytes).toString()]));
  });
  afterAll(async () => {
    await Promise.all([worker, web, stranger].map((relay) => relay.close()));
    await nats.kill();
  });

  const openRelay = (prefix: string) => openNatsRelay({ url: nats.url, prefix });
  const send = (offset: number, text: string) => worker.send("stream", offset, Buffer.from(text));

  /** Until all have connected. */
  async function expectUp(): Promise<void> {
    for (const relay of [worker, web, stranger])
      await vi.waitUntil(() => relay.send("nobody", 0, Buffer.from("-")), { timeout: 10_000 });
  }

  it("brings bytes with their offsets to whoever follows in the same studio, and tells the sender of them", async () => {
    await expect.poll(() => followers).toBe(1);
    expect(send(0, "one")).toBe(true);
    expect(send(3, "two")).toBe(true);
    await expect
      .poll(() => heard)
      .toEqual([
        [0, "one"],
        [3, "two"],
      ]);
    expect(overheard).toEqual([]);
  });

  it("divides what is larger than a message", async () => {
    heard.length = 0;
    send(10, "x".repeat(600 * 1024));
    const parts = () => heard.map(([offset, text]) => [offset, text.length]);
    await expect.poll(() => parts().length).toBe(3);
    expect(parts()).toEqual([
      [10, 262_144],
      [262_154, 262_144],
      [524_298, 90_112],
    ]);
  });

  it("says that nothing goes while the server is killed, and goes on when it is back", async () => {
    await nats.kill();
    await expect.poll(() => send(0, "lost")).toBe(false);
    await nats.restart();
    await expectUp();
    heard.length = 0;
    await expect.poll(() => send(0, "again") && heard.length > 0, { timeout: 10_000 }).toBe(true);
  });

  it("says so soon while the server is frozen, and goes on when it isn't", async () => {
    nats.freeze();
    await expect.poll(() => send(0, "late"), { timeout: 3_000 }).toBe(false);
    nats.thaw();
    await expect.poll(() => send(0, "again"), { timeout: 10_000 }).toBe(true);
  });
});
