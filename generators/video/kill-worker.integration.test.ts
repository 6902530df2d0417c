import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { openVideoStudio, type VideoStudio } from "./testing/video-studio";

const fileContent = "/v1/files/retrieve_content";

describe("kill -9 of the worker", { timeout: 120_000 }, () => {
  let studio: VideoStudio;

  beforeAll(async () => {
    [studio] = await Promise.all([openVideoStudio(), bundleWorker()]);
  });
  afterAll(() => studio.close());

  /** Create calls that have arrived whole. */
  const listCreated = async () =>
    (await studio.sandbox.readRequests()).filter(
      (each) => each.path === "/v1/video_generation" && each.bodyHash,
    );

  const countFetches = async () =>
    (await studio.sandbox.readRequests()).filter(({ path }) => path === fileContent).length;

  /** The bytes of unfinished files. */
  function countUnfinishedBytes(): number {
    const folder = path.join(process.env.STUDIO_DATA_DIR!, "media/tmp");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  }

  /** After a restart the video is stored, created and billed once. */
  async function expectOneVideo(id: string, before: { created: number; billed: number }): Promise<void> {
    const worker = await studio.startWorker();
    const done = await studio.waitFor(id, ({ state }) => state === "succeeded", 40_000);
    await worker.stop();
    expect(done).toMatchObject({ error: null, counts: { expected: 1, stored: 1 } });
    expect(done.outputs).toMatchObject([{ role: "video", mimeType: "video/mp4" }]);
    expect(await listCreated()).toHaveLength(before.created + 1);
    expect(await studio.countBilled()).toBe(before.billed + 1);
  }

  const countAll = async () => ({
    created: (await listCreated()).length,
    billed: await studio.countBilled(),
  });

  it("before the create call is answered: the task is found again by its callback", async () => {
    const before = await countAll();
    const worker = await startWorkerProcess();
    const id = await studio.sandbox.whileHeld(async () => {
      const film = await studio.film("A ship [[task-ms:3000]]");
      await expect.poll(async () => (await listCreated()).length).toBe(before.created + 1);
      await worker.kill();
      return film.id;
    });
    expect(await studio.readOperation(id)).toBeNull();
    await expectOneVideo(id, before);
  });

  it("between the create call and the result: the task goes on", async () => {
    const before = await countAll();
    const worker = await startWorkerProcess();
    const { id } = await studio.film("A ship [[fault:callbacks-lost]] [[task-ms:3000]]");
    await vi.waitFor(async () => expect(await studio.readOperation(id)).not.toBeNull(), {
      timeout: 20_000,
      interval: 20,
    });
    await worker.kill();
    await expectOneVideo(id, before);
  });

  it("between the end of the task, told by callback alone, and its file: the file is fetched", async () => {
    await studio.override({ endpoints: { videoQuery: null } });
    await studio.sandbox.change({ missingEndpoints: [fileContent] });
    const before = await countAll();
    const worker = await startWorkerProcess();
    const { id } = await studio.film("A ship [[task-ms:500]]");
    await vi.waitFor(async () => expect((await studio.readOperation(id))?.missedFetches).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 20,
    });
    await worker.kill();
    await studio.sandbox.change({ missingEndpoints: [] });
    await expectOneVideo(id, before);
    await studio.override({});
  });

  it.each([
    ["in the middle of the file", 40, 1_000_000],
    // The whole file has arrived, and part of the copy with the index in front.
    ["while the index of the file is put in front", 100, 102_000_000],
  ])("%s: it is fetched anew, whole", async (_name, megabytes, unfinishedBytes) => {
    const before = await countAll();
    const worker = await startWorkerProcess();
    const fetchesBefore = await countFetches();
    const unfinishedBefore = countUnfinishedBytes();
    const countNew = () => countUnfinishedBytes() - unfinishedBefore;
    const { id } = await studio.film(`A ship [[fault:large-video:${megabytes}]] [[task-ms:500]]`);
    await vi.waitFor(() => expect(countNew()).toBeGreaterThan(unfinishedBytes), {
      timeout: 20_000,
      interval: 5,
    });
    await worker.kill();
    expect(countNew()).toBeGreaterThan(unfinishedBytes);
    await expectOneVideo(id, before);
    expect(await countFetches()).toBe(fetchesBefore + 2);
  });

  it("while nothing runs that could hear: what was pushed meanwhile waits", async () => {
    const before = await countAll();
    await studio.override({ endpoints: { videoQuery: null } });
    const worker = await startWorkerProcess();
    const { id } = await studio.film("A ship [[task-ms:1500]]");
    await vi.waitFor(async () => expect(await studio.readOperation(id)).not.toBeNull(), {
      timeout: 20_000,
      interval: 20,
    });
    await worker.kill();
    await vi.waitFor(
      async () =>
        expect(await studio.listPushed(id)).toContainEqual(expect.objectContaining({ state: "success" })),
      { timeout: 20_000, interval: 50 },
    );
    await expectOneVideo(id, before);
    await studio.override({});
  });
});
