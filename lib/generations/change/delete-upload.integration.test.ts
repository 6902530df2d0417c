import { randomBytes } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDataDir } from "@/lib/env/env.server";
import { getStorageUsage, sumStoredBytes } from "@/lib/media/get-storage-usage.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { inChunks } from "@/lib/media/testing/sample-media";
import { listUploads, noUses } from "../read/list-uploads.server";
import { listUploadsQuerySchema } from "../read/uploads-dto";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { deleteUpload } from "./delete-upload.server";
import { describeTrash, emptyTrash } from "./empty-trash.server";

let studio: StudioHarness;
let strangerId: string;
beforeAll(async () => {
  studio = await openStudioHarness();
  const data = { email: "stranger@example.test", name: "Stranger" };
  strangerId = (await studio.test.database.user.create({ data })).id;
});
afterAll(() => studio.close());
beforeEach(async () => {
  await studio.test.database.blobCheck.deleteMany();
  await studio.test.database.generation.deleteMany();
  await studio.test.database.asset.deleteMany();
});

function upload(text: string, userId = studio.userId, origin: "upload" | "output" = "upload") {
  return storeAsset(
    { userId, origin, source: inChunks(Buffer.from(text)), maxBytes: 10_000, fileName: "notes.txt" },
    { database: studio.test.database },
  );
}

async function use(assetId: string, { title = null as string | null } = {}): Promise<string> {
  const { id } = await studio.test.database.generation.create({
    data: {
      userId: studio.userId,
      generator: "narration",
      state: "succeeded",
      input: {},
      title,
      idempotencyKey: randomBytes(8).toString("hex"),
      inputHash: "h",
      model: "narration-model",
      connection: {},
      inputs: { create: { assetId, field: "text_file" } },
    },
  });
  return id;
}

const list = (query: object = {}) =>
  listUploads(studio.test.database, studio.userId, listUploadsQuerySchema.parse(query));
const remove = (id: string, { includeUsed = false, userId = studio.userId } = {}) =>
  deleteUpload(studio.services, { author: { userId }, id, includeUsed });
const endHolds = () => studio.test.database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
const stored = () => sumStoredBytes(studio.userId, studio.test.database);
const isOnDisk = (sha256: string) =>
  access(path.join(getDataDir(), "media", blobKey(sha256))).then(
    () => true,
    () => false,
  );

describe("uploads", () => {
  it("are listed page by page with what uses them, newest or largest first", async () => {
    const files = [];
    for (const text of ["one", "the longest of all", "three"]) files.push(await upload(text));
    await upload("a result", studio.userId, "output");
    await upload("another person's", strangerId);
    const [one, two, three] = files.map(({ id }) => id);
    const first = await use(two!, { title: "Letters" });
    const second = await use(two!);
    const newest = await list({ limit: 2 });
    expect(newest.uploads.map(({ assetId }) => assetId)).toEqual([three, two]);
    const rest = await list({ limit: 2, cursor: newest.nextCursor });
    expect(rest).toMatchObject({ uploads: [{ assetId: one, ...noUses }], nextCursor: null });
    expect(newest.uploads[1]).toMatchObject({
      bytes: 18,
      fileName: "notes.txt",
      useCount: 2,
      uses: [
        { generationId: second, generator: "narration", name: "narration-model" },
        { generationId: first, generator: "narration", name: "Letters" },
      ],
    });
    const largest = await list({ sort: "largest", limit: 1 });
    expect(largest.uploads[0]!.assetId).toBe(two);
    const next = await list({ sort: "largest", cursor: largest.nextCursor });
    expect(next.uploads.map(({ assetId }) => assetId)).toEqual([three, one]);
    for (const query of [{ cursor: "x" }, { cursor: newest.nextCursor, sort: "largest" }])
      await expect(list(query)).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("name five of many uses and count all", async () => {
    const { id } = await upload("popular");
    for (let number = 0; number < 7; number += 1) await use(id);
    const [listed] = (await list()).uploads;
    expect(listed).toMatchObject({ useCount: 7 });
    expect(listed!.uses).toHaveLength(5);
  });
});

describe("deleteUpload", () => {
  it("leaves what presets use and says so, or takes it from them", async () => {
    const { database } = studio.test;
    const file = await upload("kept by a preset");
    await endHolds();
    const preset = await database.preset.create({
      data: {
        userId: studio.userId,
        generator: "narration",
        name: "Letters",
        input: { text_file: { assetId: file.id } },
        assets: { create: { assetId: file.id } },
      },
    });
    const uses = {
      ...noUses,
      presetCount: 1,
      presets: [{ presetId: preset.id, generator: "narration", name: "Letters" }],
    };
    expect(await list()).toMatchObject({ uploads: [uses] });
    expect(await remove(file.id)).toEqual({ deleted: false, ...uses });
    expect(await isOnDisk(file.sha256)).toBe(true);
    expect(await remove(file.id, { includeUsed: true })).toEqual({ deleted: true, ...uses });
    expect(await isOnDisk(file.sha256)).toBe(false);
    expect(await database.preset.count({ where: { id: preset.id } })).toBe(1);
    expect(await database.presetAsset.count()).toBe(0);
    await database.preset.deleteMany();
  });

  it("gives the room back at once, and removes the bytes when their hold ends", async () => {
    const file = await upload("unused");
    expect(await stored()).toBe(6);
    expect(await remove(file.id)).toEqual({ deleted: true, ...noUses });
    expect(await stored()).toBe(0);
    expect(await list()).toEqual({ uploads: [], nextCursor: null });
    await expect(remove(file.id)).rejects.toMatchObject({ code: "not-found" });
    await endHolds();
    const again = await upload("another");
    await endHolds();
    await remove(again.id);
    expect(await isOnDisk(again.sha256)).toBe(false);
    expect(
      await studio.test.database.auditEvent.count({ where: { subject: { in: [file.id, again.id] } } }),
    ).toBe(2);
  });

  it("leaves what generations use and says so, or hides it until the last of them goes", async () => {
    const file = await upload("used");
    const generationId = await use(file.id, { title: "Letter" });
    await endHolds();
    const uses = [{ generationId, generator: "narration", name: "Letter" }];
    expect(await remove(file.id)).toEqual({ ...noUses, deleted: false, useCount: 1, uses });
    expect((await list()).uploads).toHaveLength(1);
    expect(await remove(file.id, { includeUsed: true })).toMatchObject({ deleted: true, useCount: 1 });
    expect((await list()).uploads).toEqual([]);
    expect(await isOnDisk(file.sha256)).toBe(true);
    await upload("used");
    expect((await list()).uploads).toHaveLength(1);
    await remove(file.id, { includeUsed: true });
    await studio.test.database.generation.update({
      where: { id: generationId },
      data: { deletedAt: new Date() },
    });
    expect(await describeTrash(studio.test.database, studio.userId)).toMatchObject({
      items: 0,
      bytes: 0,
      inUse: 0,
      used: [],
      others: 1,
      days: 30,
    });
    await endHolds();
    await emptyTrash(studio.services, { userId: studio.userId, author: null });
    expect(await isOnDisk(file.sha256)).toBe(false);
    expect(await stored()).toBe(0);
  });

  it("refuses what is somebody else's or a result", async () => {
    const theirs = await upload("theirs", strangerId);
    const result = await upload("result", studio.userId, "output");
    for (const { id } of [theirs, result])
      await expect(remove(id, { includeUsed: true })).rejects.toMatchObject({ code: "not-found" });
    expect(await studio.test.database.asset.count()).toBe(2);
  });
});

it("counts files by kind, month and origin, also while they go and change hands", async () => {
  const { database } = studio.test;
  const usage = () => getStorageUsage(studio.userId, database);
  const [first, second] = [await upload("first"), await upload("the second")];
  const result = await upload("a result", studio.userId, "output");
  const [month, createdAt] = ["2025-02", new Date("2025-02-01T00:00:00Z")];
  await database.asset.updateMany({ data: { createdAt } });
  await database.asset.update({
    where: { id: result.id },
    data: { createdAt: new Date("2025-01-31T23:59:59Z") },
  });
  expect(await usage()).toEqual({
    total: { files: 3, bytes: 23 },
    kinds: [{ kind: "text", files: 3, bytes: 23 }],
    months: [
      { month, files: 2, bytes: 15 },
      { month: "2025-01", files: 1, bytes: 8 },
    ],
    uploads: { files: 2, bytes: 15 },
    previews: null,
  });
  await database.asset.update({ where: { id: second.id }, data: { userId: strangerId } });
  await database.asset.delete({ where: { id: first.id } });
  expect(await usage()).toMatchObject({ total: { files: 1, bytes: 8 }, uploads: { files: 0, bytes: 0 } });
  expect(await sumStoredBytes(strangerId, database)).toBe(10);
  await database.user.delete({ where: { id: strangerId } });
  expect(await database.assetCount.count({ where: { userId: strangerId } })).toBe(0);
});
