import { rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { drawVideo } from "@/lib/media/testing/sample-videos";
import { drawPicture, inChunks } from "@/lib/media/testing/sample-media";
import { GET, HEAD } from "./route";
import { GET as GET_STRIP } from "./strip/route";

let fixture: RouteFixture;
let picture: StoredAsset;
let pictureBytes: Buffer;
let text: StoredAsset;
let answers: Response[] = [];

beforeAll(async () => {
  fixture = await createRouteFixture();
  pictureBytes = await drawPicture(1000, 500).jpeg().toBuffer();
  picture = await store(pictureBytes, '狐狸 in "snow".png');
  text = await store(Buffer.from("0123456789"), "digits.txt");
});

// An unread body would keep its file open.
afterEach(async () => {
  for (const { body } of answers) if (body && !body.locked) await body.cancel();
  answers = [];
});

afterAll(() => fixture.close());

function store(bytes: Buffer, fileName?: string): Promise<StoredAsset> {
  const { userId } = fixture.ada;
  return storeAsset({ userId, origin: "upload", source: inChunks(bytes), maxBytes: 10_000_000, fileName });
}

async function get(
  assetId: string,
  {
    headers = {},
    query = "",
    as = fixture.ada,
    method = "GET",
    signal = undefined as AbortSignal | undefined,
  } = {},
): Promise<Response> {
  const request = new Request(`http://studio.test/api/media/${assetId}${query}`, {
    method,
    headers: { ...as.headers, ...headers },
    signal,
  });
  const response = await (method === "HEAD" ? HEAD : GET)(request, { params: Promise.resolve({ assetId }) });
  answers.push(response);
  return response;
}

const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("who may read", () => {
  it("gives the owner the bytes, to keep but not to share, and nothing that could run", async () => {
    const response = await get(picture.id);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(pictureBytes.length),
      etag: `"${picture.sha256}"`,
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox") as string,
    });
    expect((await readBytes(response)).equals(pictureBytes)).toBe(true);
  });

  it("answers another person as if there were nothing", async () => {
    const theirs = await get(picture.id, { as: fixture.bob });
    const nobodys = await get("00000000-0000-7000-8000-000000000000", { as: fixture.bob });
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
    const bodies = await Promise.all([theirs.json(), nobodys.json()]);
    const [first, second] = bodies.map((body) => {
      const { code, title, action } = body as Record<string, unknown>;
      return { code, title, action };
    });
    expect(first).toEqual(second);
  });

  it("does the same for thumbnails and for ids that are none", async () => {
    expect((await get(picture.id, { as: fixture.bob, query: "?width=320" })).status).toBe(404);
    expect((await get("..%2f..%2fetc")).status).toBe(404);
  });

  it("answers 401 without a token", async () => {
    const request = new Request(`http://studio.test/api/media/${picture.id}`);
    expect((await GET(request, { params: Promise.resolve({ assetId: picture.id }) })).status).toBe(401);
  });
});

describe("ranges", () => {
  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=5-2", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["lines=0-1", 200, "0123456789", null],
    ["nonsense", 200, "0123456789", null],
  ])("%s gives %i", async (range, status, body, contentRange) => {
    const response = await get(text.id, { headers: { range } });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(await response.text()).toBe(body);
    if (status !== 416) expect(response.headers.get("content-length")).toBe(String(body.length));
  });

  it("serves a part only of the bytes that If-Range names", async () => {
    const headers = { range: "bytes=0-3", "if-range": `"${text.sha256}"` };
    expect((await get(text.id, { headers })).status).toBe(206);
    expect((await get(text.id, { headers: { ...headers, "if-range": '"other"' } })).status).toBe(200);
    const date = "Wed, 21 Oct 2026 07:28:00 GMT";
    expect((await get(text.id, { headers: { ...headers, "if-range": date } })).status).toBe(200);
  });
});

describe("conditions, HEAD and names", () => {
  it.each([(tag: string) => tag, (tag: string) => `W/${tag}, "other"`, () => "*"])(
    "answers 304 to a reader who has the bytes (%#)",
    async (condition) => {
      const response = await get(text.id, { headers: { "if-none-match": condition(`"${text.sha256}"`) } });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(`"${text.sha256}"`);
      expect(await response.text()).toBe("");
    },
  );

  it("answers in full to a reader who has other bytes", async () => {
    expect((await get(text.id, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("tells all to HEAD but sends no body", async () => {
    const response = await get(text.id, { method: "HEAD", headers: { range: "bytes=0-3" } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-length")).toBe("4");
    expect(response.body).toBeNull();
  });

  it("names a download in any script, with the extension that the bytes deserve", async () => {
    const response = await get(picture.id, { query: "?download=1" });
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="__ in snow.jpg"; filename*=UTF-8''${encodeURIComponent("狐狸 in snow.jpg")}`,
    );
    const named = await get(text.id, { query: `?name=${encodeURIComponent("../../evil\r\n.html")}` });
    expect(named.headers.get("content-disposition")).toBe(
      `inline; filename="evil.txt"; filename*=UTF-8''evil.txt`,
    );
  });

  it("declares the encoding of text", async () => {
    expect((await get(text.id)).headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });
});

describe("streaming", () => {
  it("closes the file when the reader leaves", async () => {
    const asset = await store(Buffer.alloc(4_000_000, "x"));
    const controller = new AbortController();
    const response = await get(asset.id, { signal: controller.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    controller.abort();
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
  });

  it("answers 404 where the data folder has lost the bytes", async () => {
    const asset = await store(Buffer.from("soon gone"));
    await rm(path.join(fixture.dataDir, "media", blobKey(asset.sha256)));
    const response = await get(asset.id);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("strips", () => {
  const getStrip = async (assetId: string, headers: Record<string, string> = {}, as = fixture.ada) => {
    const request = new Request(`http://studio.test/api/media/${assetId}/strip`, {
      headers: { ...as.headers, ...headers },
    });
    const response = await GET_STRIP(request, { params: Promise.resolve({ assetId }) });
    answers.push(response);
    return response;
  };

  it("are pictures of videos, for those who see them", async () => {
    const video = await store(await drawVideo([[200, 40, 40]], { width: 160, height: 96 }), "red.mp4");
    const first = await getStrip(video.id);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("image/webp");
    await expect(sharp(await readBytes(first)).metadata()).resolves.toMatchObject({
      ...{ format: "webp", width: 16 * 200, height: 120 },
    });
    const again = await getStrip(video.id, { "if-none-match": first.headers.get("etag")! });
    expect(again.status).toBe(304);
    expect((await getStrip(video.id, {}, fixture.bob)).status).toBe(404);
    expect((await getStrip(picture.id)).status).toBe(415);
  });
});

describe("thumbnails", () => {
  it.each([160, 320, 640])("gives a WebP %i wide", async (width) => {
    const response = await get(picture.id, { query: `?width=${width}` });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const metadata = await sharp(await readBytes(response)).metadata();
    expect(metadata).toMatchObject({ format: "webp", width, height: width / 2 });
  });

  it("never enlarges", async () => {
    const response = await get(picture.id, { query: "?width=1280" });
    await expect(sharp(await readBytes(response)).metadata()).resolves.toMatchObject({ width: 1000 });
  });

  it("has a tag of its own", async () => {
    const first = await get(picture.id, { query: "?width=320" });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe(`"${picture.sha256}"`);
    const again = await get(picture.id, { query: "?width=320", headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("refuses a width that is not offered and an asset that is no picture", async () => {
    expect((await get(picture.id, { query: "?width=321" })).status).toBe(422);
    expect((await get(text.id, { query: "?width=320" })).status).toBe(415);
  });
});
