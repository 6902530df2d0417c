import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as getHealth } from "@/app/api/health/route";
import { problemResponse } from "@/lib/errors/problem-response.server";
import { StudioError } from "@/lib/errors/studio-error";
import { recordCall } from "@/lib/paid-calls/held-call.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { drawPicture } from "@/lib/media/testing/sample-media";
import { mountSmallDisk, type SmallDisk } from "@/lib/media/testing/small-disk";
import { allowPrivateHost } from "../testing/allow-private-host";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const mebibytes = 40;
const reserveMegabytes = 20;
/** No disk has as much. Stands for a full one where nothing can be mounted. */
const endlessReserveMegabytes = 1e9;

describe("a full disk", () => {
  let studio: StudioHarness;
  let disk: SmallDisk | null;

  beforeAll(async () => {
    studio = await openStudioHarness();
    disk = mountSmallDisk(path.join(process.env.STUDIO_DATA_DIR!, "media"), mebibytes);
    setReserve(disk ? reserveMegabytes : 0);
  });
  afterEach(() => empty());
  afterAll(async () => {
    disk?.close();
    await studio.close();
  });

  function setReserve(megabytes: number): void {
    process.env.STUDIO_DISK_RESERVE_MB = String(megabytes);
    delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
  }

  function fill(): void {
    if (disk) disk.fill();
    else setReserve(endlessReserveMegabytes);
  }

  function empty(): void {
    if (disk) disk.empty();
    else setReserve(0);
  }

  const countBilled = async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;

  async function readHealth(): Promise<unknown> {
    const response = await getHealth(new Request("http://127.0.0.1:3000/api/health"), {
      params: Promise.resolve({}),
    });
    return response.json();
  }

  it("refuses new work before anything is recorded, and says how much is needed", async () => {
    expect(await readHealth()).toMatchObject({ status: "ok", role: "all", storage: "ok" });
    fill();
    const refusal = await studio
      .submit({ model: "image-01", prompt: "Too late" })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StudioError);
    expect(await problemResponse(refusal, "request-1").json()).toMatchObject({
      status: 507,
      code: "storage.full",
      neededBytes: expect.any(Number),
    });
    await expect(
      storeAsset({
        userId: studio.userId,
        origin: "upload",
        source: (async function* () {
          yield await drawPicture().png().toBuffer();
        })(),
        maxBytes: 1_000_000,
      }),
    ).rejects.toMatchObject({ code: "storage.full" });
    const calls = { name: "test", lose: () => Promise.reject(new Error("Nothing is lost.")) };
    const call = {
      key: randomUUID(),
      find: async () => null,
      create: () => Promise.reject(new Error("Nothing may be recorded.")),
    };
    const databases = { database: studio.test.database, databaseUrl: studio.test.url };
    await expect(recordCall(databases, calls, call)).rejects.toMatchObject({ code: "storage.full" });
    expect(await studio.test.database.generation.count()).toBe(0);
    expect(await readHealth()).toMatchObject({ status: "ok", role: "all", storage: "full" });
  });

  it("lets queued requests wait unsent, and sends them when there is space again", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Waits for space" });
    const before = await countBilled();
    fill();
    const worker = await studio.startWorker();
    const waiting = await studio.waitFor(id, ({ waiting: wait }) => wait !== undefined);
    expect(waiting).toMatchObject({ state: "queued", waiting: { reason: "disk-space" } });
    expect(await countBilled()).toBe(before);
    empty();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    expect(await countBilled()).toBe(before + 1);
    await worker.stop();
  });

  it("keeps a result that is owed, and stores it as soon as there is space", async (context) => {
    if (!disk) return context.skip("This user may not mount a small disk.");
    const { id } = await studio.submit({ model: "image-01", prompt: "Owed" });
    const first = await studio.startWorker();
    await studio.waitForEnd(id);
    await first.stop();
    const picture = await drawPicture().png().toBuffer();
    const host = createServer((_request, response) => response.end(picture));
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`;
    allowPrivateHost(url);
    // As if the answer had come a moment ago.
    await studio.test.database.output.updateMany({
      where: { generationId: id },
      data: {
        state: "storing",
        assetId: null,
        sourceUrl: url,
        // The pauses between tries grow with the age: the next one would come in minutes.
        createdAt: new Date(Date.now() - 60 * 60 * 1000),
      },
    });
    await studio.test.database.generation.update({
      where: { id },
      data: { state: "storing", finishedAt: null, workerId: null, nextPollAt: new Date() },
    });
    fill();
    const worker = await studio.startWorker();
    const waiting = await studio.waitFor(id, ({ waiting: wait }) => wait !== undefined);
    expect(waiting).toMatchObject({ state: "storing", waiting: { reason: "storage" } });
    empty();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    await worker.stop();
    host.close();
  });
});
