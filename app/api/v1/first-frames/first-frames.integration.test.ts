import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as upload } from "@/app/api/uploads/route";
import { GET as fetchMedia } from "@/app/api/media/[assetId]/route";
import type { FirstFrameReport } from "@/generators/video/first-frame/first-frame-report";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { GET } from "./[id]/route";
import { POST } from "./fit/route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

async function bring(bytes: Uint8Array, name = "evening.png", kind = "image"): Promise<string> {
  const body = new FormData();
  body.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  const request = new Request(`http://studio.test/api/uploads?kind=${kind}`, {
    method: "POST",
    body,
    headers: fixture.ada.headers,
  });
  const response = await upload(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(201);
  return ((await response.json()) as { assetId: string }).assetId;
}

/** The left half is red, the right half blue. */
async function paint(width: number, height: number): Promise<Buffer> {
  const half = Math.floor(width / 2);
  const right = { create: { width: width - half, height, channels: 3, background: "#00f" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "#f00" } })
    .composite([{ input: await sharp(right).png().toBuffer(), left: half, top: 0 }])
    .png()
    .toBuffer();
}

const look = (id: string, headers: HeadersInit = fixture.ada.headers) =>
  GET(new Request(`http://studio.test/api/v1/first-frames/${id}`, { headers }), {
    params: Promise.resolve({ id }),
  });

const fit = (body: unknown, headers: HeadersInit = fixture.ada.headers) =>
  POST(
    new Request("http://studio.test/api/v1/first-frames/fit", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  );

async function readBytes(assetId: string): Promise<Buffer> {
  const request = new Request(`http://studio.test/api/media/${assetId}`, { headers: fixture.ada.headers });
  const response = await fetchMedia(request, { params: Promise.resolve({ assetId }) });
  return Buffer.from(await response.arrayBuffer());
}

describe("GET /api/v1/first-frames/:id", () => {
  it.each([
    [301, 301, []],
    [300, 300, ["first-frame.too-small"]],
    [1000, 400, []],
    [1003, 400, ["first-frame.aspect"]],
    [400, 1000, []],
    [400, 1003, ["first-frame.aspect"]],
    [900, 200, ["first-frame.too-small", "first-frame.aspect"]],
  ])("judges %i x %i", async (width, height, keys) => {
    const response = await look(await bring(await paint(width, height)));
    const report = (await response.json()) as FirstFrameReport;
    expect(report).toMatchObject({ width, height, mimeType: "image/png", fileName: "evening.png" });
    expect(report.problems.map(({ key }) => key)).toEqual(keys);
  });

  it("goes by the picture as it is shown, not as it lies", async () => {
    const lying = await sharp(await paint(1100, 400))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await (await look(await bring(lying))).json()).toMatchObject({ width: 400, height: 1100 });
  });

  it("is no more than 404 to another person, and for what is no picture", async () => {
    const id = await bring(await paint(640, 400));
    expect((await look(id, fixture.bob.headers)).status).toBe(404);
  });
});

describe("POST /api/v1/first-frames/fit", () => {
  it.each([
    ["crop", 3000, 400, [1000, 400]],
    ["pad", 3000, 400, [2560, 1024]],
    ["crop", 350, 2000, [350, 875]],
    ["pad", 350, 2000, [800, 2000]],
    ["crop", 200, 200, [512, 512]],
    ["pad", 200, 300, [512, 768]],
  ] as const)("by %s makes of %i x %i one that can be filmed", async (manner, width, height, size) => {
    const assetId = await bring(await paint(width, height));
    const response = await fit({ assetId, manner });
    expect(response.status).toBe(201);
    const report = (await response.json()) as FirstFrameReport;
    expect(report).toMatchObject({ mimeType: "image/jpeg", fileName: "evening (fitted).jpg", problems: [] });
    expect([report.width, report.height]).toEqual(size);
    expect(report.assetId).not.toBe(assetId);
    // The original is unchanged.
    expect(await (await look(assetId)).json()).toMatchObject({ width, height });
  });

  it("keeps the whole picture where it pads, and the middle where it crops", async () => {
    const assetId = await bring(await paint(3000, 400));
    const corner = async (manner: string, left: number) => {
      const { assetId: fitted } = (await (await fit({ assetId, manner })).json()) as FirstFrameReport;
      const bytes = await readBytes(fitted);
      const { width, height } = await sharp(bytes).metadata();
      const region = { left: Math.round(left * (width - 4)), top: height >> 1, width: 4, height: 4 };
      const { channels } = await sharp(await sharp(bytes).extract(region).toBuffer()).stats();
      return channels.map(({ mean }) => Math.round(mean / 255));
    };
    for (const manner of ["crop", "pad"]) {
      expect(await corner(manner, 0)).toEqual([1, 0, 0]);
      expect(await corner(manner, 1)).toEqual([0, 0, 1]);
    }
  });

  it("makes a large one small enough", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    const picture = sharp({ create: { width: 2800, height: 2800, channels: 3, background: "#345", noise } });
    const bytes = await picture.png({ compressionLevel: 0 }).toBuffer();
    expect(bytes.length).toBeGreaterThan(20_000_000);
    const assetId = await bring(bytes);
    const before = (await (await look(assetId)).json()) as FirstFrameReport;
    expect(before.problems.map(({ key }) => key)).toEqual(["first-frame.too-large"]);
    const report = (await (await fit({ assetId })).json()) as FirstFrameReport;
    expect(report).toMatchObject({ width: 2560, height: 2560, problems: [] });
    expect(report.bytes).toBeLessThan(20_000_000);
  });

  it("leaves nothing of where it was taken", async () => {
    const tagged = await sharp(await paint(3000, 400))
      .withExif({ IFD0: { Artist: "Ada" } })
      .jpeg()
      .toBuffer();
    const report = (await (await fit({ assetId: await bring(tagged, "a.jpg") })).json()) as FirstFrameReport;
    expect((await sharp(await readBytes(report.assetId)).metadata()).exif).toBeUndefined();
  });

  it("refuses what it does not know, and another person's picture", async () => {
    const assetId = await bring(await paint(640, 400));
    expect((await fit({ assetId, manner: "stretch" })).status).toBe(422);
    const refused = await fit({ assetId }, fixture.bob.headers);
    expect(await refused.json()).toMatchObject({ status: 422, code: "asset.missing" });
  });
});
