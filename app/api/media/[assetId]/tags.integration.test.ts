import { parseBuffer } from "music-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createTone, encodeMp3 } from "@/lib/media/testing/sample-audio";
import { inChunks } from "@/lib/media/testing/sample-media";
import { GET } from "./route";

const prompt = "Slow harbour waltz,\nbrushed drums 港口";
let fixture: RouteFixture;
let bytes: Buffer;
let asset: StoredAsset;

beforeAll(async () => {
  fixture = await createRouteFixture();
  bytes = await encodeMp3(createTone({ durationSeconds: 2 }));
  const { userId } = fixture.ada;
  asset = await storeAsset({ userId, origin: "output", source: inChunks(bytes), maxBytes: 1_000_000 });
  await fixture.test.database.generation.create({
    data: {
      userId,
      generator: "music",
      state: "succeeded",
      input: { prompt },
      idempotencyKey: "one",
      inputHash: "one",
      model: "music-3.0",
      connection: {},
      outputs: {
        create: { index: 0, role: "audio", state: "stored", expectedKind: "audio", assetId: asset.id },
      },
    },
  });
});
afterAll(() => fixture.close());

function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://studio.test/api/media/${asset.id}?download=1${query}`, {
    headers: { ...fixture.ada.headers, ...headers },
  });
  return GET(request, { params: Promise.resolve({ assetId: asset.id }) });
}

const read = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("the tags of a download", () => {
  it("are none unless they are chosen, and then the stored bytes stay as they are", async () => {
    for (const query of ["", "&tags=none"]) expect((await read(await get(query))).equals(bytes)).toBe(true);
    await read(await get("&tags=prompt"));
    expect((await read(await get(""))).equals(bytes)).toBe(true);
  });

  it("are the title, or the title and the prompt", async () => {
    const titled = await parseBuffer(await read(await get("&tags=title")));
    expect(titled.common.title).toBe("Slow harbour waltz, brushed drums 港口");
    expect(titled.common.comment).toBeUndefined();
    const whole = await read(await get("&tags=prompt"));
    expect((await parseBuffer(whole)).common.comment?.[0]?.text).toBe(prompt);
    expect(whole.subarray(whole.length - bytes.length).equals(bytes)).toBe(true);
  });

  it("follow the title that its person gives it, which no copy that was kept hides", async () => {
    const { database } = fixture.test;
    const before = await get("&tags=title");
    expect(before.headers.get("cache-control")).toBe("private, no-cache");
    expect((await get("")).headers.get("cache-control")).toBe("private, no-cache");
    await database.generation.updateMany({ data: { title: "Harbour Waltz, final" } });
    const etag = before.headers.get("etag")!;
    const after = await get("&tags=prompt", { "if-none-match": etag });
    expect(after.status).toBe(200);
    const { common } = await parseBuffer(await read(after));
    expect([common.title, common.comment?.[0]?.text]).toEqual(["Harbour Waltz, final", prompt]);
    await database.generation.updateMany({ data: { title: null } });
    expect((await get("&tags=title", { "if-none-match": etag })).status).toBe(304);
  });

  it("count in length, ranges and entity tags", async () => {
    const response = await get("&tags=title");
    const whole = await read(response);
    expect(response.headers.get("content-length")).toBe(String(whole.length));
    expect(response.headers.get("etag")).not.toBe((await get("")).headers.get("etag"));
    const start = whole.length - bytes.length - 20;
    const part = await get("&tags=title", { range: `bytes=${start}-${start + 99}` });
    expect(part.status).toBe(206);
    expect((await read(part)).equals(whole.subarray(start, start + 100))).toBe(true);
  });
});
