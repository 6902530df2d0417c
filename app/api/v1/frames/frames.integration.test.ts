import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as fetchMedia } from "@/app/api/media/[assetId]/route";
import { POST as upload } from "@/app/api/uploads/route";
import { GET as getFirstFrame } from "@/app/api/v1/first-frames/[id]/route";
import { uploadDtoSchema, type UploadDto } from "@/lib/media/asset-dto";
import { drawVideo, type Colour } from "@/lib/media/testing/sample-videos";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { POST } from "./route";

const red: Colour = [200, 40, 40];
const blue: Colour = [40, 60, 200];

let fixture: RouteFixture;
let video: UploadDto;

beforeAll(async () => {
  fixture = await createRouteFixture();
  const frames = [red, red, blue];
  video = await bring(
    await drawVideo(frames, { width: 512, height: 384, framesPerSecond: 2 }),
    "harbour.mp4",
  );
});
afterAll(() => fixture.close());

async function bring(bytes: Uint8Array, name: string): Promise<UploadDto> {
  const body = new FormData();
  body.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  const response = await upload(
    new Request("http://studio.test/api/uploads", { method: "POST", body, headers: fixture.ada.headers }),
    { params: Promise.resolve({}) },
  );
  expect(response.status).toBe(201);
  return uploadDtoSchema.parse(await response.json());
}

const ask = (body: unknown, headers: HeadersInit = fixture.ada.headers) =>
  POST(
    new Request("http://studio.test/api/v1/frames", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  );

const fetchBytes = (assetId: string, query = "") =>
  fetchMedia(
    new Request(`http://studio.test/api/media/${assetId}${query}`, { headers: fixture.ada.headers }),
    {
      params: Promise.resolve({ assetId }),
    },
  );

async function readMiddle(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left: 256, top: 192, width: 1, height: 1 }).raw().toBuffer())];
}

describe("POST /api/v1/frames", () => {
  it("makes a picture of the last frame, in the size of the video, that a video can begin with", async () => {
    const response = await ask({ assetId: video.assetId, at: "last" });
    expect(response.status).toBe(201);
    const frame = uploadDtoSchema.parse(await response.json());
    expect(frame).toMatchObject({
      kind: "image",
      mimeType: "image/png",
      width: 512,
      height: 384,
      fileName: "harbour (1 s).png",
    });
    const bytes = Buffer.from(await (await fetchBytes(frame.assetId)).arrayBuffer());
    const [redness = 0, , blueness = 0] = await readMiddle(bytes);
    expect(Math.abs(redness - blue[0])).toBeLessThan(7);
    expect(Math.abs(blueness - blue[2])).toBeLessThan(7);
    const report = await getFirstFrame(
      new Request(`http://studio.test/api/v1/first-frames/${frame.assetId}`, {
        headers: fixture.ada.headers,
      }),
      { params: Promise.resolve({ id: frame.assetId }) },
    );
    await expect(report.json()).resolves.toMatchObject({ problems: [] });
  });

  it("gives the same asset for the same frame, however it is asked for", async () => {
    const answers = await Promise.all(
      ["last", 1, 1.4, "last"].map((at) => ask({ assetId: video.assetId, at })),
    );
    const ids = await Promise.all(
      answers.map(async (answer) => uploadDtoSchema.parse(await answer.json()).assetId),
    );
    expect(new Set(ids).size).toBe(1);
    const other = uploadDtoSchema.parse(await (await ask({ assetId: video.assetId, at: 0.9 })).json());
    expect(ids).not.toContain(other.assetId);
    expect(other.fileName).toBe("harbour (0.5 s).png");
  });

  it("refuses a time after the end, and what is no time, at the field", async () => {
    const late = await ask({ assetId: video.assetId, at: 1.6 });
    expect(late.status).toBe(422);
    await expect(late.json()).resolves.toMatchObject({ code: "input.invalid", errors: [{ path: "at" }] });
    for (const at of [-1, "first", null]) {
      expect((await ask({ assetId: video.assetId, at })).status).toBe(422);
    }
  });

  it("refuses what is no video", async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const { assetId } = await bring(picture, "white.png");
    const response = await ask({ assetId, at: "last" });
    expect(response.status).toBe(415);
    await expect(response.json()).resolves.toMatchObject({ code: "asset.type" });
  });

  it("knows nothing of the videos of other people, and asks who it is", async () => {
    expect((await ask({ assetId: video.assetId, at: "last" }, fixture.bob.headers)).status).toBe(404);
    expect((await ask({ assetId: crypto.randomUUID(), at: "last" })).status).toBe(404);
    expect((await ask({ assetId: video.assetId, at: "last" }, {})).status).toBe(401);
  });

  it("tells a video that cannot be decoded", async () => {
    const damaged = Buffer.from(await drawVideo([red, blue], {}));
    damaged.write("xxxx", damaged.lastIndexOf("avc1"), "latin1");
    const { assetId } = await bring(damaged, "strange.mp4");
    const response = await ask({ assetId, at: "last" });
    expect(response.status).toBe(422);
    await expect(response.json()).resolves.toMatchObject({ code: "asset.corrupt" });
    const thumbnail = await fetchBytes(assetId, "?width=320");
    expect(thumbnail.status).toBe(422);
  });
});

describe("GET /api/media of a video", () => {
  it("answers a width with its poster", async () => {
    const response = await fetchBytes(video.assetId, "?width=320");
    expect(response.headers.get("content-type")).toBe("image/webp");
    const bytes = Buffer.from(await response.arrayBuffer());
    await expect(sharp(bytes).metadata()).resolves.toMatchObject({ width: 320, height: 240 });
  });
});
