import { createHash } from "node:crypto";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { archiveDtoSchema, maxArchivedItems } from "@/lib/items/archive/archive-dto";
import { findTicket, holdArchivePlace, issueTicket } from "@/lib/items/archive/archive-tickets.server";
import { openArchive } from "@/lib/items/archive/open-archive.server";
import { seedItems } from "@/lib/items/testing/seed-items.server";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import { openZip } from "@/lib/media/unpack/unpack-zip.server";
import { GET } from "./[id]/route";
import { POST } from "./route";

let fixture: RouteFixture;
let items: Awaited<ReturnType<typeof storeTestItem>>[];
const names = ["CON", "Hafen / Ufer: “10 %” 港口", "e\u0301te\u0301", "e\u0301te\u0301"];

beforeAll(async () => {
  fixture = await createRouteFixture();
  const { userId } = fixture.ada;
  const { database } = fixture.test;
  items = [];
  for (const [index, name] of names.entries()) {
    const bytes = await drawPicture(64 + index)
      .png()
      .toBuffer();
    const input = { prompt: name, first_frame: { url: `https://me:pw@cdn.test/${index}.png?sig=s3cret` } };
    items.push(await storeTestItem(database, { userId, bytes, name, input }));
  }
  items.push(await storeTestItem(database, { userId, bytes: createWav(1), name: "", generator: "music" }));
});
afterAll(() => fixture.close());

const fileOf = (sha256: string) => path.join(fixture.dataDir, "media", blobKey(sha256));

async function prepare(body: object, headers: Record<string, string> = fixture.ada.headers) {
  const request = new Request("http://studio.test/api/v1/items/archives", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return POST(request, { params: Promise.resolve({}) });
}

async function download(response: Response): Promise<Response> {
  const { id } = archiveDtoSchema.parse(await response.json());
  return get(id, fixture.ada.headers);
}

function get(id: string, headers: Record<string, string>): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/items/archives/${id}`, { headers });
  return GET(request, { params: Promise.resolve({ id }) });
}

const manifestSchema = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), name: z.string().nullable(), error: z.string().nullable() }),
  ),
});

/** The files of a response by name, after checking their checksums and the announced length. */
async function unpack(response: Response) {
  expect(response.status).toBe(200);
  const zip = Buffer.from(await response.arrayBuffer());
  expect(zip.length).toBe(Number(response.headers.get("content-length")));
  const reader = await openZip(zip);
  const files: Record<string, Buffer> = {};
  for await (const member of reader.members())
    files[member.name] = Buffer.concat(await Array.fromAsync(member.read()));
  return { files, manifest: manifestSchema.parse(JSON.parse(files["manifest.json"]!.toString())) };
}

/** Reads 100 bytes, then fails. */
function stopReading(source: Readable): Readable {
  async function* read() {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      yield chunk.subarray(0, 100);
      throw new Error("The connection was lost");
    }
  }
  return Readable.from(read(), { objectMode: false });
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("an archive of items", () => {
  it("has the files in the chosen order under names for every system, and describes them", async () => {
    const response = await prepare({ ids: items.map(({ id }) => id) });
    const { files, manifest } = await unpack(await download(response));
    expect(Object.keys(files)).toEqual([
      "1-con.png",
      "2-hafen-ufer-10-港口.png",
      "3-été.png",
      "4-été.png",
      "5-music.wav",
      "manifest.json",
    ]);
    expect(manifest.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    for (const [index, entry] of manifest.items.entries()) {
      expect(digest(files[entry.name!]!)).toBe(items[index]!.sha256);
      expect(entry).toMatchObject({
        error: null,
        sha256: items[index]!.sha256,
        bytes: files[entry.name!]!.length,
      });
    }
    expect(manifest.items[1]).toMatchObject({
      kind: "image",
      generator: "image",
      model: "image-01",
      title: names[1],
      tags: [],
      rating: 0,
      generationId: items[1]!.generationId,
      parameters: { prompt: names[1], first_frame: { url: "https://cdn.test/1.png" } },
    });
    const event = await fixture.test.database.auditEvent.findFirst({ where: { kind: "items-exported" } });
    expect(event).toMatchObject({ userId: fixture.ada.userId, facts: { items: 5 } });
  });

  it("has what a list finds, in its order", async () => {
    const response = await prepare({ filter: { kind: "image", q: "été" }, sort: "oldest" });
    const { manifest } = await unpack(await download(response));
    expect(manifest.items.map(({ id }) => id)).toEqual([items[2]!.id, items[3]!.id]);
    const rest = await prepare({ filter: { kind: "image", q: "été" }, exceptIds: [items[2]!.id] });
    const { manifest: left } = await unpack(await download(rest));
    expect(left.items.map(({ id }) => id)).toEqual([items[3]!.id]);
  });

  it("lists a lost and a cut file with an error, and has all others", async () => {
    const [lost, cut] = await Promise.all([
      readFile(fileOf(items[0]!.sha256)),
      readFile(fileOf(items[2]!.sha256)),
    ]);
    const response = await prepare({ ids: items.map(({ id }) => id) });
    await rm(fileOf(items[0]!.sha256));
    await truncate(fileOf(items[2]!.sha256), 20);
    const { files, manifest } = await unpack(await download(response));
    expect(manifest.items.map(({ name, error }) => [name, error])).toEqual([
      [null, "missing"],
      ["2-hafen-ufer-10-港口.png", null],
      [null, "wrong-size"],
      ["4-été.png", null],
      ["5-music.wav", null],
    ]);
    expect(Object.keys(files)).toHaveLength(4);
    await writeFile(fileOf(items[0]!.sha256), lost);
    await writeFile(fileOf(items[2]!.sha256), cut);
  });

  it("says which file changed on the disk, and which could not be read to its end", async () => {
    const store = await getBlobStore();
    const broken = blobKey(items[4]!.sha256);
    const failing: BlobStore = {
      ...store,
      openRead: async (key, range) =>
        key === broken ? stopReading(await store.openRead(key, range)) : store.openRead(key, range),
    };
    const bytes = await readFile(fileOf(items[3]!.sha256));
    bytes[bytes.length - 1]! ^= 1;
    const changed = fileOf(items[3]!.sha256);
    const whole = await readFile(changed);
    await writeFile(changed, bytes);
    const zip = await openArchive(
      { database: fixture.test.database, store: failing },
      { userId: fixture.ada.userId, itemIds: items.map(({ id }) => id) },
    );
    const length = { "content-length": String(zip.contentLength) };
    const { files, manifest } = await unpack(new Response(zip.stream, { headers: length }));
    expect(manifest.items.map(({ error }) => error)).toEqual([null, null, null, "damaged", "unreadable"]);
    const wav = createWav(1);
    expect(files["5-music.wav"]!.length).toBe(wav.length);
    expect(files["5-music.wav"]!.subarray(0, 200)).toEqual(wav.subarray(0, 200));
    expect(files["5-music.wav"]!.subarray(200).every((byte) => byte === 0)).toBe(true);
    await writeFile(changed, whole);
  });

  it("reads on where reading a file stopped once", async () => {
    const store = await getBlobStore();
    const openRead = vi.fn<BlobStore["openRead"]>(async (key, range) =>
      range?.start === 0 ? stopReading(await store.openRead(key, range)) : store.openRead(key, range),
    );
    const zip = await openArchive(
      { database: fixture.test.database, store: { ...store, openRead } },
      { userId: fixture.ada.userId, itemIds: [items[4]!.id] },
    );
    const length = { "content-length": String(zip.contentLength) };
    const { files, manifest } = await unpack(new Response(zip.stream, { headers: length }));
    expect(openRead).toHaveBeenCalledTimes(2);
    expect(manifest.items[0]!.error).toBeNull();
    expect(digest(files["1-music.wav"]!)).toBe(items[4]!.sha256);
  });

  it("lists an item that was deleted after it was prepared", async () => {
    const { userId } = fixture.ada;
    const { database } = fixture.test;
    const bytes = await drawPicture(90).png().toBuffer();
    const gone = await storeTestItem(database, { userId, bytes, name: "Gone" });
    const response = await prepare({ ids: [gone.id, items[1]!.id] });
    await database.item.delete({ where: { id: gone.id } });
    const { manifest } = await unpack(await download(response));
    expect(manifest.items.map(({ id, error }) => [id, error])).toEqual([
      [gone.id, "deleted"],
      [items[1]!.id, null],
    ]);
  });
});

describe("who may have an archive", () => {
  it("is the person of its items, with their own address of it", async () => {
    const ids = [items[0]!.id];
    expect((await prepare({ ids }, fixture.bob.headers)).status).toBe(404);
    const { id } = archiveDtoSchema.parse(await (await prepare({ ids })).json());
    expect((await get(id, fixture.bob.headers)).status).toBe(404);
    expect((await get(id, {})).status).toBe(401);
    await unpack(await get(id, fixture.ada.headers));
  });

  it("is nobody without items, with too many or for two lists at once", async () => {
    const many = Array.from({ length: maxArchivedItems + 1 }, () => items[0]!.id);
    for (const body of [{}, { ids: [] }, { ids: many }, { ids: [items[0]!.id], filter: {} }])
      expect((await prepare(body)).status).toBe(422);
    expect((await prepare({ filter: { q: "nothing is called so" } })).status).toBe(404);
  });

  it("is nobody with more listed items than one archive holds, unless some are left out", async () => {
    const { userId, headers } = fixture.bob;
    const { database } = fixture.test;
    await seedItems(database, { userId, count: maxArchivedItems + 100 });
    const listed = await database.item.findMany({ where: { userId, deletedAt: null }, select: { id: true } });
    const tooMany = listed.slice(maxArchivedItems).map(({ id }) => id);
    expect(tooMany.length).toBeGreaterThan(0);
    const refused = await prepare({ filter: {} }, headers);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: "archive.too-many",
      title: "One ZIP file can have 5,000 items. Nothing was downloaded.",
    });
    const taken = await prepare({ filter: {}, exceptIds: tooMany }, headers);
    expect(archiveDtoSchema.parse(await taken.json()).items).toBe(maxArchivedItems);
  });

  it("is nobody after ten minutes", () => {
    const { id } = issueTicket("a", ["x"], 0);
    expect(findTicket(id, "a", 599_999).itemIds).toEqual(["x"]);
    expect(() => findTicket(id, "a", 600_000)).toThrow(expect.objectContaining({ code: "not-found" }));
  });

  it("has eight prepared ones, the newest, and downloads three at once", async () => {
    const tickets = Array.from({ length: 9 }, () => issueTicket("b", ["x"], 0));
    expect(() => findTicket(tickets[0]!.id, "b", 1)).toThrow();
    expect(findTicket(tickets[1]!.id, "b", 1)).toBe(tickets[1]);
    const { id } = archiveDtoSchema.parse(await (await prepare({ ids: [items[0]!.id] })).json());
    const ends = [1, 2].map(() => holdArchivePlace(fixture.ada.userId));
    const third = await get(id, fixture.ada.headers);
    expect((await get(id, fixture.ada.headers)).status).toBe(429);
    await third.body!.cancel();
    await unpack(await get(id, fixture.ada.headers));
    await unpack(await get(id, fixture.ada.headers));
    for (const end of ends) end();
  });
});
