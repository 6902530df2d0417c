import { rename, writeFile, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { isTerminal } from "@/lib/generations/record/states";
import type { RunningWorker } from "@/server/open-worker.server";
import { makeSound } from "../testing/fake-generator.server";
import { collect, openStreamStudio, type StreamStudio } from "../testing/stream-studio";
import { bundleWorker, startWorkerProcess } from "../testing/worker-process";

const relayWorker = "lib/generations/testing/relay-worker.program.ts";

describe("a stream that does not end well", () => {
  let studio: StreamStudio;
  let worker: RunningWorker;

  beforeAll(async () => {
    studio = await openStreamStudio();
    worker = await studio.startWorker();
  });
  afterAll(() => studio.close());

  const attemptsOf = (id: string) =>
    studio.test.database.attempt.findMany({ where: { generationId: id }, select: { state: true } });

  it("keeps the received part when the connection breaks, marks it as partial, and never resends", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(30_000);
    await source.write(sound);
    await studio.waitForLive(id);
    const heard = studio.listen(id);
    await expect.poll(() => studio.countPieces(id)).toBeGreaterThan(0);
    await source.cut();
    const ended = await studio.waitForEnd(id);
    expect(ended).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early", made: "something", traceId: "broken" },
      counts: { expected: 1, stored: 0, partial: 1, failed: 0, storing: 0 },
      outputs: [{ role: "audio", partial: true }],
    });
    expect(ended.live).toBeUndefined();
    const kept = await studio.readStored(ended);
    expect(kept.byteLength).toBeGreaterThan(0);
    expect(sound.subarray(0, kept.byteLength).equals(kept)).toBe(true);
    expect((await heard).equals(kept)).toBe(true);
    expect((await studio.listen(id)).equals(kept)).toBe(true);
    expect(await studio.countPieces(id)).toBe(0);
    expect(await attemptsOf(id)).toEqual([{ state: "answered" }]);
    expect(source.requestCount()).toBe(1);
  });

  it("reports the rejection that follows received audio, and does not treat it as unbilled", async () => {
    const { id, source } = await studio.stream({ ending: "refusal" });
    await source.write(makeSound(8_000));
    await source.end();
    // 1002 alone proves that nothing was made and would be sent again.
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "service.rate-limited", serviceCode: 1002, made: "something" },
      outputs: [{ partial: true, bytes: 8_000, durationSeconds: 0.5 }],
    });
    expect(await attemptsOf(id)).toEqual([{ state: "answered" }]);
    expect(source.requestCount()).toBe(1);
  });

  it("keeps the received part when the runner throws", async () => {
    const { id, source } = await studio.stream({ ending: "fault" });
    await source.write(makeSound(8_000));
    await source.end();
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early" },
      outputs: [{ partial: true, bytes: 8_000 }],
    });
  });

  it("keeps nothing of a part that cannot be played", async () => {
    const { id, source } = await studio.stream({ raw: false });
    await source.write(makeSound(3));
    await studio.waitForLive(id);
    await source.cut();
    const ended = await studio.waitForEnd(id);
    expect(ended).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-unusable", made: "something" },
      counts: { stored: 0, partial: 0, failed: 1 },
      outputs: [],
    });
    expect(ended.live).toBeUndefined();
    await expect(studio.open(id)).rejects.toMatchObject({ code: "not-found" });
    expect(await studio.countPieces(id)).toBe(0);
  });

  it("is unknown if nothing was received, and queued again if nothing was made", async () => {
    const lost = await studio.stream();
    await lost.source.cut();
    expect(await studio.waitForEnd(lost.id)).toMatchObject({
      state: "unknown",
      error: { code: "network.lost" },
      outputs: [],
    });
    const refused = await studio.stream({ ending: "refusal" });
    await refused.source.end();
    const waiting = await studio.waitFor(refused.id, (each) => each.waiting?.reason === "service-busy");
    expect(waiting).toMatchObject({ state: "queued", outputs: [] });
    await cancelGeneration(studio.services, { userId: studio.userId, id: refused.id });
  });

  it("is stored later when the disk is full, and plays meanwhile", async () => {
    const temp = path.join(process.env.STUDIO_DATA_DIR!, "media", "tmp");
    const { id, source } = await studio.stream();
    const sound = makeSound(50_000);
    await rename(temp, `${temp}.away`);
    await writeFile(temp, "");
    try {
      await source.write(sound);
      await source.end();
      const waiting = await studio.waitFor(id, (each) => each.waiting?.reason === "storage");
      expect(waiting).toMatchObject({ state: "storing", counts: { stored: 0, storing: 1 } });
      expect((await studio.listen(id)).equals(sound)).toBe(true);
    } finally {
      await rm(temp);
      await rename(`${temp}.away`, temp);
    }
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
    expect(done.live).toBeUndefined();
    expect((await studio.readStored(done)).equals(sound)).toBe(true);
    expect(await studio.countPieces(id)).toBe(0);
    expect(source.requestCount()).toBe(1);
  });

  it("loses no byte for the store or listeners while the database restarts", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(400_000);
    await source.write(sound.subarray(0, 50_000));
    await studio.waitForLive(id);
    const playable = await studio.open(id);
    if (playable.kind !== "live") throw new Error("It is not live");
    const heard = collect(playable.bytes);
    // Sessions of the pool end as well, so that it can't be used for this.
    const client = new pg.Client({ connectionString: studio.test.url });
    await client.connect();
    try {
      for (let at = 50_000; at < 400_000; at += 50_000) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await source.write(sound.subarray(at, at + 50_000));
      }
    } finally {
      await client.end();
    }
    await source.end();
    // The pool may still hand out a session that has ended: look again then.
    await expect.poll(async () => isTerminal((await studio.waitFor(id, () => true)).state)).toBe(true);
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect((await studio.readStored(done)).equals(sound)).toBe(true);
    expect((await heard).equals(sound)).toBe(true);
  });

  it("is stored from its pieces when the worker is killed, and never resent", async () => {
    await worker.stop();
    await bundleWorker(relayWorker);
    const doomed = await startWorkerProcess(relayWorker);
    const [cut, whole] = [await studio.stream(), await studio.stream()];
    const sound = makeSound(60_000);
    for (const { id, source } of [cut, whole]) {
      await source.write(sound);
      await studio.waitForLive(id);
    }
    const lengthOf = async (id: string) => {
      const pieces = await studio.test.database.streamPiece.findMany({ where: { generationId: id } });
      return pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    };
    for (const { id } of [cut, whole]) await expect.poll(() => lengthOf(id)).toBe(60_000);
    await doomed.kill();
    // Of the second it was known that nothing is missing when its worker died.
    await studio.test.database.streamPiece.create({
      data: { generationId: whole.id, role: "audio", index: 0, offset: 60_000, bytes: new Uint8Array(0) },
    });
    const heard = studio.listen(cut.id);
    worker = await studio.startWorker();
    const ended = await studio.waitForEnd(cut.id);
    expect(ended).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early", made: "something" },
      counts: { stored: 0, partial: 1 },
      outputs: [{ partial: true, bytes: 60_000, facts: { rawAudio: { sampleRateHz: 8_000 } } }],
    });
    expect((await studio.readStored(ended)).equals(sound)).toBe(true);
    expect((await heard).equals(sound)).toBe(true);
    const done = await studio.waitForEnd(whole.id);
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
    expect((await studio.readStored(done)).equals(sound)).toBe(true);
    for (const { id, source } of [cut, whole]) {
      expect(source.requestCount()).toBe(1);
      expect(await studio.countPieces(id)).toBe(0);
      expect((await attemptsOf(id)).length).toBe(1);
    }
  });

  it("keeps the received part when the worker must stop", async () => {
    const { id, source } = await studio.stream();
    await source.write(makeSound(8_000));
    await studio.waitForLive(id);
    worker.abort();
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early" },
      outputs: [{ partial: true, bytes: 8_000 }],
    });
  });
});
