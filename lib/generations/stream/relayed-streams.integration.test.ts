import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRelay } from "@/lib/live/relay/get-relay.server";
import type { Relay } from "@/lib/live/relay/relay";
import { hasNatsServer, type NatsServer, startNatsServer } from "@/lib/live/relay/testing/nats-server";
import type { RunningWorker } from "@/server/open-worker.server";
import { makeSound } from "../testing/fake-generator.server";
import { openStreamStudio, type StreamStudio } from "../testing/stream-studio";
import { bundleWorker, startWorkerProcess } from "../testing/worker-process";
import { followStream } from "./follow-stream.server";

const relayWorker = "lib/generations/testing/relay-worker.program.ts";

if (!hasNatsServer()) console.warn("Relayed streams are not tested: this machine has no nats-server.");

describe.skipIf(!hasNatsServer())("a stream that goes through NATS", () => {
  let nats: NatsServer;
  let studio: StreamStudio;
  let worker: RunningWorker | null = null;
  /** Of two machines. */
  let relays: Relay[] = [];

  beforeAll(async () => {
    nats = await startNatsServer();
    process.env.STUDIO_RELAY_URL = nats.url;
    studio = await openStreamStudio();
    await bundleWorker(relayWorker);
  });
  afterAll(async () => {
    delete process.env.STUDIO_RELAY_URL;
    await studio?.close();
    await nats?.kill();
  });
  beforeEach(async () => {
    relays = [openRelay(), openRelay()];
    // They connect in the background.
    await delay(300);
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.close()));
    await worker?.stop();
    worker = null;
  });

  const startWorker = async () => {
    worker = await studio.startWorker();
    await delay(300);
  };

  /** Hears a stream at one of the machines, and what it has heard so far. */
  function hear(id: string, machine: number) {
    const heard: Uint8Array[] = [];
    const bytes = followStream(
      { database: studio.test.database, hub: studio.hub, relay: relays[machine]! },
      { generationId: id, role: "audio", index: 0 },
      { signal: new AbortController().signal },
    );
    const ended = (async () => {
      for await (const piece of bytes) heard.push(piece);
    })();
    const sofar = () => Buffer.concat(heard);
    return { ended: ended.then(sofar), sofar };
  }

  const countStored = async (id: string) => {
    const pieces = await studio.test.database.streamPiece.findMany({ where: { generationId: id } });
    return pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  };

  /** Delivers a sound, 2 KB every 20 ms; `during` happens at the given bytes. */
  async function deliver(
    source: { write: (bytes: Uint8Array) => Promise<void> },
    sound: Buffer,
    during: Record<number, () => unknown> = {},
  ): Promise<void> {
    for (let at = 0; at < sound.byteLength; at += 2_000) {
      await during[at]?.();
      await source.write(sound.subarray(at, at + 2_000));
      await delay(20);
    }
  }

  it("is heard at once at every machine, also from late on, and written seldom", async () => {
    await startWorker();
    const { id, source } = await studio.stream();
    const sound = makeSound(300_000);
    await source.write(sound.subarray(0, 2_000));
    await studio.waitForLive(id);
    const early = [hear(id, 0), hear(id, 1)];
    await delay(300);
    const begun = performance.now();
    let pieces = 0;
    let mostPieces = 0;
    let late: ReturnType<typeof hear> | null = null;
    let isPastDatabase = false;
    await deliver(source, sound.subarray(2_000), {
      100_000: () => (late = hear(id, 0)),
      240_000: async () => {
        isPastDatabase = early[0]!.sofar().byteLength > (await countStored(id));
        // One each 2 s and each 64 KiB, the first two, and the one that the late listener has asked for.
        mostPieces = (performance.now() - begun) / 2_000 + 240_000 / 65_536 + 3;
        pieces = await studio.countPieces(id);
      },
    });
    await delay(200);
    expect(isPastDatabase).toBe(true);
    expect(pieces).toBeLessThanOrEqual(mostPieces);
    for (const listener of early) expect(listener.sofar().equals(sound)).toBe(true);
    await source.end();
    for (const listener of [...early, late!]) expect((await listener.ended).equals(sound)).toBe(true);
    const done = await studio.waitForEnd(id);
    expect((await studio.readStored(done)).equals(sound)).toBe(true);
  });

  it.each([
    ["is killed and comes back", () => nats.kill(), () => nats.restart()],
    ["freezes and goes on", () => nats.freeze(), () => nats.thaw()],
  ])(
    "loses nothing when the server %s",
    async (_what, fail, recover) => {
      await startWorker();
      const { id, source } = await studio.stream();
      const sound = makeSound(500_000);
      await source.write(sound.subarray(0, 2_000));
      await studio.waitForLive(id);
      const listeners = [hear(id, 0), hear(id, 1)];
      let heardMeanwhile = 0;
      await deliver(source, sound.subarray(2_000), {
        100_000: fail,
        350_000: async () => {
          heardMeanwhile = listeners[0]!.sofar().byteLength;
          await recover();
        },
      });
      // Without the relay, they go on at the pace of the database.
      expect(heardMeanwhile).toBeGreaterThan(150_000);
      await source.end();
      for (const listener of listeners) expect((await listener.ended).equals(sound)).toBe(true);
      const done = await studio.waitForEnd(id);
      expect((await studio.readStored(done)).equals(sound)).toBe(true);
    },
    60_000,
  );

  it("starts without the server", async () => {
    await nats.kill();
    await startWorker();
    const { id, source } = await studio.stream();
    const sound = makeSound(100_000);
    await source.write(sound.subarray(0, 2_000));
    await studio.waitForLive(id);
    const listener = hear(id, 0);
    await deliver(source, sound.subarray(2_000));
    await source.end();
    expect((await listener.ended).equals(sound)).toBe(true);
    await nats.restart();
  });

  it("keeps what a killed worker had written, and gives nobody other bytes", async () => {
    const doomed = await startWorkerProcess(relayWorker);
    await delay(500);
    const { id, source } = await studio.stream();
    const sound = makeSound(400_000);
    await source.write(sound.subarray(0, 2_000));
    await studio.waitForLive(id);
    const listeners = [hear(id, 0), hear(id, 1)];
    await deliver(source, sound.subarray(2_000, 300_000));
    await doomed.kill();
    await startWorker();
    const ended = await studio.waitForEnd(id);
    expect(ended).toMatchObject({ state: "failed", outputs: [{ partial: true }] });
    const kept = await studio.readStored(ended);
    // 100 KB a second, and two seconds may be lost.
    expect(kept.byteLength).toBeGreaterThan(50_000);
    expect(sound.subarray(0, kept.byteLength).equals(kept)).toBe(true);
    for (const listener of listeners) {
      const heard = await listener.ended;
      expect(heard.byteLength).toBeGreaterThanOrEqual(kept.byteLength);
      expect(sound.subarray(0, heard.byteLength).equals(heard)).toBe(true);
    }
    expect(source.requestCount()).toBe(1);
  }, 60_000);
});
