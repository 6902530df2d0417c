import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeAudio, makeSound } from "../testing/fake-generator.server";
import { collect, openStreamStudio, type StreamStudio } from "../testing/stream-studio";

describe("a result that is streamed", () => {
  let studio: StreamStudio;

  beforeAll(async () => {
    studio = await openStreamStudio();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  it("plays from its first bytes, and is stored once at its end", async () => {
    const { id, source } = await studio.stream();
    const [first, second] = [makeSound(500), makeSound(40_000)];
    await source.write(first);
    const live = await studio.waitForLive(id);
    expect(live).toMatchObject({
      state: "running",
      outputs: [],
      live: { role: "audio", index: 0, mimeType: "audio/wav" },
    });
    expect(live.live!.url).toBe(`/api/v1/generations/${id}/stream?role=audio&index=0`);
    const playable = await studio.open(id);
    if (playable.kind !== "live") throw new Error("It is not live");
    expect(playable.rawAudio).toEqual(fakeAudio);
    expect((await playable.bytes.next()).value).toEqual(new Uint8Array(first));

    const rest = collect(playable.bytes);
    await source.write(second);
    await source.end();
    expect(await rest).toEqual(second);
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      counts: { expected: 1, stored: 1, partial: 0, storing: 0 },
      outputs: [{ role: "audio", bytes: 40_500, durationSeconds: 40_500 / 16_000 }],
      traceId: "relayed",
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs[0]).not.toHaveProperty("partial");
    expect(await studio.readStored(done)).toEqual(Buffer.concat([first, second]));
    expect(await studio.countPieces(id)).toBe(0);
    expect(source.requestCount()).toBe(1);
  });

  it("is the same for early, late and simultaneous listeners, and after it is stored", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(900_000);
    await source.write(sound.subarray(0, 10));
    await studio.waitForLive(id);
    const early = [studio.listen(id), studio.listen(id)];
    for (let at = 10; at < 600_000; at += 30_000) await source.write(sound.subarray(at, at + 30_000));
    const late = studio.listen(id);
    await source.write(sound.subarray(600_010));
    await source.end();
    for (const heard of [...early, late]) expect((await heard).equals(sound)).toBe(true);
    const done = await studio.waitForEnd(id);
    expect((await studio.listen(id)).equals(sound)).toBe(true);
    expect((await studio.readStored(done)).equals(sound)).toBe(true);
  });

  it("continues from the store for a listener that is overtaken by the end", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(300_000);
    await source.write(sound.subarray(0, 20_000));
    await studio.waitForLive(id);
    const playable = await studio.open(id);
    if (playable.kind !== "live") throw new Error("It is not live");
    const heard: Uint8Array[] = [(await playable.bytes.next()).value!];
    // It reads no further until everything is stored and no piece is left.
    await source.write(sound.subarray(20_000));
    await source.end();
    await studio.waitForEnd(id);
    expect(await studio.countPieces(id)).toBe(0);
    heard.push(await collect(playable.bytes));
    expect(Buffer.concat(heard).equals(sound)).toBe(true);
  });

  it("is written as consecutive pieces: the first at once, later ones grouped", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(20_000);
    await source.write(sound.subarray(0, 100));
    await studio.waitForLive(id);
    for (let at = 100; at < 20_000; at += 100) await source.write(sound.subarray(at, at + 100));
    await expect
      .poll(() =>
        studio.test.database.streamPiece.aggregate({ where: { generationId: id }, _max: { offset: true } }),
      )
      .not.toMatchObject({ _max: { offset: 0 } });
    await expect
      .poll(async () => {
        const pieces = await studio.test.database.streamPiece.findMany({ where: { generationId: id } });
        return pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      })
      .toBe(20_000);
    const pieces = await studio.test.database.streamPiece.findMany({
      where: { generationId: id },
      orderBy: { offset: "asc" },
    });
    expect(pieces[0]!.bytes.byteLength).toBeLessThan(20_000);
    // Two hundred writes of a moment; a piece each would be a transaction each.
    expect(pieces.length).toBeLessThan(100);
    let offset = 0;
    for (const piece of pieces) {
      expect(piece.offset).toBe(offset);
      offset += piece.bytes.byteLength;
    }
    await source.end();
    await studio.waitForEnd(id);
  });

  it("releases a listener that leaves, and needs none", async () => {
    const { id, source } = await studio.stream();
    await source.write(makeSound(1_000));
    await studio.waitForLive(id);
    const leaving = new AbortController();
    const playable = await studio.open(id, { signal: leaving.signal });
    if (playable.kind !== "live") throw new Error("It is not live");
    await playable.bytes.next();
    const waiting = playable.bytes.next();
    leaving.abort();
    expect(await waiting).toMatchObject({ done: true });
    await source.end();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
  });

  it("is not found by other people, or before its first bytes", async () => {
    const { id, source } = await studio.stream();
    const soon = { holdMs: 50 };
    await expect(studio.open(id, soon)).rejects.toMatchObject({ code: "generation.nothing-to-play" });
    await source.write(makeSound(1_000));
    await studio.waitForLive(id);
    const { id: stranger } = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Stranger" },
    });
    await expect(studio.open(id, { userId: stranger })).rejects.toMatchObject({ code: "not-found" });
    await source.end();
    await studio.waitForEnd(id);
    await expect(studio.open(id, { userId: stranger })).rejects.toMatchObject({ code: "not-found" });
  });
});
