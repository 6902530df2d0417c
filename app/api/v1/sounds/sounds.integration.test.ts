import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as upload } from "@/app/api/uploads/route";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createTone, encodeMp3, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { GET } from "./[id]/route";
import { POST as trim } from "./trim/route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

const context = { params: Promise.resolve({}) };

async function bring(bytes: Uint8Array, name: string): Promise<Response> {
  const form = new FormData();
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name, { type: "audio/mpeg" }));
  return upload(
    new Request("http://studio.test/api/uploads?kind=audio", {
      method: "POST",
      body: form,
      headers: fixture.ada.headers,
    }),
    context,
  );
}

async function bringSound(bytes: Uint8Array, name: string): Promise<string> {
  const response = await bring(bytes, name);
  expect(response.status).toBe(201);
  return ((await response.json()) as { assetId: string }).assetId;
}

const look = (id: string, headers: HeadersInit = fixture.ada.headers) =>
  GET(new Request(`http://studio.test/api/v1/sounds/${id}`, { headers }), {
    params: Promise.resolve({ id }),
  });

const cut = (body: unknown, headers: HeadersInit = fixture.ada.headers) =>
  trim(
    new Request("http://studio.test/api/v1/sounds/trim", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    context,
  );

function makeWav(durationSeconds: number): Buffer {
  const tone = createTone({ durationSeconds, sampleRateHz: 8_000 });
  return wrapWav(encodePcm(tone), { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 });
}

/** The frames of an MP3 several times; encoding a long sound takes seconds. */
const repeat = (mp3: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => mp3));

describe("GET /api/v1/sounds/:id", () => {
  it("goes by the bytes, whatever the name says", async () => {
    const id = await bringSound(makeWav(7), "song.mp3");
    const response = await look(id);
    expect(await response.json()).toEqual({
      assetId: id,
      fileName: "song.mp3",
      mimeType: "audio/wav",
      bytes: 7 * 16_000 + 44,
      durationSeconds: 7,
      problems: [],
    });
    expect((await look(id, fixture.bob.headers)).status).toBe(404);
  });

  it("refuses a picture that is called a sound when it comes", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const response = await bring(png, "song.mp3");
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: "asset.type" });
  });
});

describe("POST /api/v1/sounds/trim", () => {
  it("makes a sound of its own out of a piece of one that is too long", async () => {
    const mp3 = await encodeMp3(createTone({ durationSeconds: 5, sampleRateHz: 16_000 }), { bitrate: 32 });
    const id = await bringSound(repeat(mp3, 74), "long evening.mp3");
    expect(await (await look(id)).json()).toMatchObject({
      problems: [{ key: "sound.too-long", values: { minutes: 6 } }],
    });
    const response = await cut({ assetId: id, startSeconds: 5, endSeconds: 65.5 });
    expect(response.status).toBe(201);
    const piece = (await response.json()) as SoundReport;
    expect(piece).toMatchObject({
      fileName: "long evening (trimmed).wav",
      mimeType: "audio/wav",
      durationSeconds: 60.5,
      problems: [],
    });
    expect(piece.assetId).not.toBe(id);
    expect((await look(id)).status).toBe(200);
  });

  it(
    "keeps five minutes in stereo, as MP3, since a WAV of them would be too large",
    { timeout: 180_000 },
    async () => {
      const tone = createTone({ durationSeconds: 5, sampleRateHz: 44_100, channels: 2 });
      const id = await bringSound(repeat(await encodeMp3(tone, { bitrate: 128 }), 58), "evening.mp3");
      const response = await cut({ assetId: id, startSeconds: 2, endSeconds: 287 });
      expect(response.status).toBe(201);
      const piece = (await response.json()) as SoundReport;
      expect(piece).toMatchObject({
        fileName: "evening (trimmed).mp3",
        mimeType: "audio/mpeg",
        durationSeconds: expect.closeTo(285, 1) as number,
        problems: [],
      });
    },
  );

  it.each([
    [{ startSeconds: 1, endSeconds: 6 }, "sound.trim.too-short"],
    [{ startSeconds: 5, endSeconds: 30 }, "sound.trim.too-short"],
    [{ startSeconds: 9, endSeconds: 3 }, "sound.trim.too-short"],
  ])("tells at the end of the piece what is wrong with %j", async (piece, key) => {
    const assetId = await bringSound(makeWav(10), "ten.wav");
    const response = await cut({ assetId, ...piece });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "input.invalid",
      errors: [{ path: "endSeconds", key }],
    });
  });

  it("refuses more than six minutes, and sounds of others", async () => {
    const assetId = await bringSound(makeWav(380), "six.wav");
    const response = await cut({ assetId, startSeconds: 0, endSeconds: 361 });
    expect(await response.json()).toMatchObject({ errors: [{ key: "sound.trim.too-long" }] });
    expect((await cut({ assetId, startSeconds: 0, endSeconds: 360 })).status).toBe(201);
    expect((await cut({ assetId, startSeconds: 0, endSeconds: 10 }, fixture.bob.headers)).status).toBe(422);
  });
});
