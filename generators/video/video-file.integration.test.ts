import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { checkGeneration } from "@/lib/generations/ask/check-generation.server";
import { openVideoStudio, type VideoStudio } from "./testing/video-studio";

const withoutQuery = { endpoints: { videoQuery: null } };
const fileContent = "/v1/files/retrieve_content";
const twoHoursMs = 2 * 60 * 60 * 1000;

describe("the file of a video", { timeout: 60_000 }, () => {
  let studio: VideoStudio;
  let billedBefore: number;

  beforeAll(async () => {
    studio = await openVideoStudio();
    await studio.startWorker();
  });
  afterAll(() => studio.close());
  beforeEach(async () => {
    await studio.override({});
    await studio.sandbox.change({ missingEndpoints: [], clockOffsetMs: 0 });
    await setCallbacksEnabled(studio.test.database, { userId: studio.userId }, true);
    billedBefore = await studio.countBilled();
  });

  async function expectOneVideo(id: string): Promise<void> {
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { expected: 1, stored: 1 } });
    expect(done.outputs).toMatchObject([{ role: "video", mimeType: "video/mp4" }]);
    expect(await studio.countBilled()).toBe(billedBefore + 1);
  }

  async function waitForMissedFetch(id: string): Promise<void> {
    await expect
      .poll(async () => (await studio.readOperation(id))?.missedFetches, { timeout: 20_000 })
      .toBeGreaterThan(0);
  }

  it.each([
    ["asked after", {}],
    ["told by callback alone", withoutQuery],
  ])("is fetched later where it is not there yet: %s", async (_name, overrides) => {
    await studio.override(overrides);
    await studio.sandbox.change({ missingEndpoints: [fileContent] });
    const { id } = await studio.film("A ship");
    await waitForMissedFetch(id);
    await studio.sandbox.change({ missingEndpoints: [] });
    await expectOneVideo(id);
  });

  it.each([
    ["asked after", {}],
    ["told by callback alone", withoutQuery],
  ])("that stays away ends the task as expired, paid for once: %s", async (_name, overrides) => {
    await studio.override(overrides);
    await studio.sandbox.change({ missingEndpoints: [fileContent] });
    const ended = await studio.filmToEnd("A ship");
    expect(ended).toMatchObject({ state: "failed", outputs: [], error: { code: "task.expired" } });
    expect(await studio.countBilled()).toBe(billedBefore + 1);
  });

  it("that was stored before the worker died is there, also where the service has it no more", async () => {
    const { test } = studio;
    const earlier = await studio.filmToEnd("A ship that was filmed before");
    await studio.sandbox.change({ missingEndpoints: [fileContent] });
    billedBefore = await studio.countBilled();
    const { id } = await studio.film("A ship");
    await waitForMissedFetch(id);
    // The state after a worker died between storing the file and ending the task.
    const stored = { index: 0, role: "video", expectedKind: "video", state: "stored" };
    const where = { generationId: earlier.id };
    const { assetId } = await test.database.output.findFirstOrThrow({ where });
    await test.database.output.create({ data: { ...stored, generationId: id, assetId } });
    await expectOneVideo(id);
  });

  it("is fetched by its id after every link to it has died", async () => {
    await studio.sandbox.change({ missingEndpoints: [fileContent] });
    const { id } = await studio.film("A ship");
    await waitForMissedFetch(id);
    const { fileId } = (await studio.readOperation(id))!;
    const link = await studio.publishLink(String(fileId));
    await studio.sandbox.change({ clockOffsetMs: twoHoursMs });
    expect((await fetch(link)).ok).toBe(false);
    await studio.sandbox.change({ missingEndpoints: [] });
    await expectOneVideo(id);
  });

  it("is begun anew where it broke off, and nothing of the first try stays", async () => {
    await studio.sandbox.arm({ faults: ["truncate"], endpoint: fileContent, times: 1 });
    const countAssets = () => studio.test.database.asset.count({ where: { origin: "output" } });
    const countFetches = async () =>
      (await studio.sandbox.readRequests()).filter(({ path }) => path === fileContent).length;
    const [assetsBefore, fetchesBefore] = [await countAssets(), await countFetches()];
    const { id } = await studio.film("[推进] A ship [[fault:callbacks-lost]]");
    await expectOneVideo(id);
    expect(await countFetches()).toBe(fetchesBefore + 2);
    expect(await countAssets()).toBe(assetsBefore + 1);
  });

  it("is taken from a person where the callback was lost and nothing can be asked", async () => {
    await studio.override(withoutQuery);
    const { id } = await studio.film("A ship [[fault:callbacks-lost]]");
    const waiting = await studio.waitFor(id, ({ waiting: told }) => Boolean(told));
    expect(waiting).toMatchObject({ state: "running", waiting: { reason: "callback" }, outputs: [] });
    expect(waiting.waiting?.untilAt).toBeUndefined();
    await askWithFile(id);
    await expectOneVideo(id);
  });

  it("is taken from a person where the service was told no address and cannot be asked", async () => {
    await studio.override(withoutQuery);
    await setCallbacksEnabled(studio.test.database, { userId: studio.userId }, false);
    const { id } = await studio.film("A ship");
    const waiting = await studio.waitFor(id, ({ waiting: told }) => Boolean(told));
    expect(waiting).toMatchObject({ state: "running", waiting: { reason: "no-callback" } });
    await askWithFile(id);
    await expectOneVideo(id);
  });

  it("comes by its callback though a person named another file", async () => {
    await studio.override(withoutQuery);
    const { id } = await studio.film("A ship [[fault:callbacks-late:10000]]");
    await studio.waitFor(id, ({ waiting }) => waiting?.reason === "callback");
    await checkGeneration(studio.services, { userId: studio.userId, id, fileId: "12345" });
    await expectOneVideo(id);
  });

  it.each([
    ["asked after", {}],
    ["told by callback alone", withoutQuery],
  ])("comes though a person named a file that is no video: %s", async (_name, overrides) => {
    await studio.override(overrides);
    const { id } = await studio.film("A ship [[fault:callbacks-late:5000]] [[task-ms:5000]]");
    await expect.poll(() => studio.readOperation(id), { timeout: 20_000 }).not.toBeNull();
    const fileId = await studio.uploadToService("lyrics.txt", "No video at all");
    await checkGeneration(studio.services, { userId: studio.userId, id, fileId });
    await expectOneVideo(id);
  });

  it("says what a person named in vain, and goes on waiting", async () => {
    await studio.override(withoutQuery);
    await setCallbacksEnabled(studio.test.database, { userId: studio.userId }, false);
    const { id } = await studio.film("A ship");
    await studio.waitFor(id, ({ waiting }) => waiting?.reason === "no-callback");
    const nameFile = (fileId: string) =>
      checkGeneration(studio.services, { userId: studio.userId, id, fileId });

    const other = await studio.uploadToService("lyrics.txt", "No video at all");
    await nameFile(other);
    const told = await studio.waitFor(id, ({ waiting }) => waiting?.triedFile !== undefined);
    expect(told).toMatchObject({ state: "running", error: null, outputs: [] });
    expect(told.waiting).toEqual({ reason: "no-callback", triedFile: { fileId: other, found: "other" } });

    await nameFile("12345");
    const missed = await studio.waitFor(id, ({ waiting }) => waiting?.triedFile?.fileId === "12345");
    expect(missed.waiting).toMatchObject({ reason: "no-callback", triedFile: { found: "nothing" } });
    expect(missed.waiting?.untilAt).toBeDefined();

    await askWithFile(id);
    await expectOneVideo(id);
  });

  /** Names the file, as a person who found it in the service's console. */
  async function askWithFile(id: string): Promise<void> {
    const { taskId } = (await studio.readOperation(id))!;
    const fileId = await studio.findFileId(String(taskId));
    await checkGeneration(studio.services, { userId: studio.userId, id, fileId });
  }
});
