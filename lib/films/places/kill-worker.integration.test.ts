import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openVideoStudio, type VideoStudio } from "@/generators/video/testing/video-studio";
import { isTerminal } from "@/lib/generations/record/states";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { createFilm } from "../change/create-film.server";
import { makeFilm, type Place } from "../film-document";
import { createFilmBodySchema } from "../film-input";
import { makeShot } from "../testing/make-shots";
import { createPlaces, openResolvedFilm } from "./create-places.server";
import { createPlacesBodySchema } from "./place-input";

let studio: VideoStudio;

beforeAll(async () => {
  [studio] = await Promise.all([openVideoStudio(), bundleWorker()]);
  // One at a time is under way, so that each kill interrupts one at most.
  const slow = { requests: 1, windowMs: 400 };
  await studio.override({
    rateLimits: { endpoints: { videoGeneration: slow, imageGeneration: slow } },
    polling: { videoIntervalMs: 100 },
  });
  await studio.sandbox.change({ latencyMs: 150 });
});
afterAll(() => studio.close());

const place = (changes: Partial<Place>) =>
  makeShot({
    id: randomUUID(),
    frames: 96,
    content: {
      ...{ kind: "place", generator: "image", text: `A lamp ${randomUUID()}`, model: null },
      ...{ firstFrame: { of: "none" }, generationId: null },
      ...changes,
    },
  });

it("sends no shot twice when the worker is killed at random moments of creating all, and ends each", async () => {
  const { userId, services } = studio;
  const { database } = studio.test;
  const shots = Array.from({ length: 8 }, () => [
    place({}),
    place({ generator: "video", model: "Vendor-Video-02", firstFrame: { of: "shot-before" } }),
  ]).flat();
  const document = { ...makeFilm({ aspect: "16:9", frameRate: 24 }), shots };
  const { id: filmId } = await createFilm(
    database,
    userId,
    createFilmBodySchema.parse({ title: "Harbour", document }),
  );
  const all = createPlacesBodySchema.parse({
    version: 1,
    shots: shots.map(({ id }) => ({ id, after: null })),
  });
  await createPlaces(services, { userId, filmId }, all);
  for (let round = 0; round < 6; round += 1) {
    const doomed = await startWorkerProcess();
    // The moment is the point of this test: from just started until some videos have been sent.
    await sleep(Math.random() * 1_200);
    await doomed.kill();
    // Pressed again by a person who saw nothing happen.
    await createPlaces(services, { userId, filmId }, all).catch((error: unknown) => {
      // Of a shot whose first frame no longer comes: its picture was interrupted.
      expect(error).toMatchObject({ code: "film.shot-before" });
    });
  }
  const worker = await studio.startWorker();
  const open = () => openResolvedFilm(services, { userId, filmId });
  await vi.waitFor(
    async () => {
      const { generations, waiting } = await open();
      expect(waiting.filter(({ problem }) => problem === null)).toEqual([]);
      expect(generations.filter(({ state }) => !isTerminal(state))).toEqual([]);
    },
    { timeout: 120_000, interval: 300 },
  );
  await worker.stop();

  const { document: made, generations, waiting } = await open();
  const placeIds = generations.map(({ placeId }) => placeId);
  expect(new Set(placeIds).size).toBe(placeIds.length);
  for (const [index, shot] of shots.entries()) {
    const sent = generations.find(({ placeId }) => placeId === shot.id);
    const kind = made.shots[index]!.content.kind;
    if (sent?.state === "succeeded") expect(kind).toBe(index % 2 === 0 ? "picture" : "video");
    else if (sent) expect(sent).toMatchObject({ state: "unknown" });
    else
      expect(waiting).toContainEqual(
        expect.objectContaining({ placeId: shot.id, problem: "film.shot-before" }),
      );
  }
  expect(generations.some(({ state }) => state === "succeeded")).toBe(true);

  // What the service has billed was sent by one attempt each, and what it finished is in the film.
  const billed = (await studio.sandbox.readBill()).filter((each) => each.billed);
  expect(new Set(billed.map(({ bodyHash }) => bodyHash)).size).toBe(billed.length);
  const sends = await database.attempt.groupBy({
    by: ["generationId"],
    where: { state: { in: ["open", "answered", "unknown"] } },
    _count: true,
  });
  expect(sends.every(({ _count }) => _count === 1)).toBe(true);
  expect(billed.length).toBeLessThanOrEqual(sends.length);
  const succeeded = generations.filter(({ state }) => state === "succeeded");
  expect(billed.length).toBeGreaterThanOrEqual(succeeded.length);
}, 240_000);
