import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/video_generation";
let now = Date.UTC(2026, 0, 1);
const client = prepareSandbox({
  settings: { taskDurationMs: 10_000, videoFramesPerSecond: 1 },
  clock: () => now,
});
const good = { model: "Vendor-Video-2.3", prompt: "A ship [推进]", first_frame_image: "https://a.b/c.png" };

async function makeDataUrl(
  width: number,
  height: number,
  format: "png" | "jpeg" | "webp" | "gif",
): Promise<string> {
  const picture = sharp({ create: { width, height, channels: 3, background: "#345" } });
  return `data:image/${format};base64,${(await picture.toFormat(format).toBuffer()).toString("base64")}`;
}

async function create(extra: object = {}): Promise<string> {
  const answer = await client.post(PATH, { ...good, ...extra });
  expect(messageOf(answer)).toBe("success");
  return answer.body.task_id as string;
}

const query = async (taskId: string, key?: string) =>
  client.get(`/v1/query/video_generation?task_id=${taskId}`, key);

describe("video rules", () => {
  it.each([
    ["model", { ...good, model: "T2V-01" }],
    ["prompt", { ...good, prompt: "a".repeat(2001) }],
    ["first_frame_image", { model: "I2V-01" }],
    ["first_frame_image", { ...good, first_frame_image: "c.png" }],
    ["first_frame_image", { ...good, first_frame_image: "data:image/png;base64,AAAA" }],
    ["prompt_optimizer", { ...good, prompt_optimizer: "false" }],
    ["fast_pretreatment", { ...good, fast_pretreatment: 1 }],
    ["aigc_watermark", { ...good, aigc_watermark: "no" }],
    ["duration", { ...good, duration: 8 }],
    ["duration", { ...good, duration: "6" }],
    ["duration", { ...good, duration: 10, resolution: "1080P" }],
    ["duration", { ...good, model: "I2V-01", duration: 10 }],
    ["resolution", { ...good, resolution: "480P" }],
    ["resolution", { ...good, resolution: "720P" }],
    ["resolution", { ...good, resolution: "512P" }],
    ["resolution", { ...good, model: "Vendor-Video-02", resolution: "720P" }],
    ["resolution", { ...good, model: "I2V-01-live", resolution: "768P" }],
    ["callback_url", { ...good, callback_url: "not a url" }],
  ])("refuses %s %#", async (field, body) => {
    const answer = await client.post(PATH, body);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });

  it.each([
    ["300 px high", 500, 300, "png", "over 300 px"],
    ["wider than 5:2", 1000, 390, "jpeg", "between 2:5 and 5:2"],
    ["taller than 2:5", 390, 1000, "webp", "between 2:5 and 5:2"],
    ["a GIF", 400, 400, "gif", "JPG, PNG or WebP"],
  ] as const)("refuses a first frame that is %s", async (_name, width, height, format, words) => {
    const first_frame_image = await makeDataUrl(width, height, format);
    expect(messageOf(await client.post(PATH, { ...good, first_frame_image }))).toContain(words);
  });

  /** service.md Limits: both tables together, in their wider reading. */
  const offered: Record<string, Record<string, number[]>> = {
    "Vendor-Video-2.3": { "768P": [6, 10], "1080P": [6] },
    "Vendor-Video-2.3-Fast": { "768P": [6, 10], "1080P": [6] },
    "Vendor-Video-02": { "512P": [6, 10], "768P": [6, 10], "1080P": [6] },
    "I2V-01-Director": { "720P": [6], "1080P": [6] },
    "I2V-01-live": { "720P": [6], "1080P": [6] },
    "I2V-01": { "720P": [6], "1080P": [6] },
  };

  it.each(Object.entries(offered))(
    "takes of %s what the tables offer, and nothing else",
    async (model, table) => {
      const first_frame_image = await makeDataUrl(301, 301, "webp");
      for (const resolution of ["512P", "720P", "768P", "1080P"]) {
        for (const duration of [6, 10]) {
          const answer = await client.post(PATH, { ...good, model, resolution, duration, first_frame_image });
          const isOffered = table[resolution]?.includes(duration) ?? false;
          expect(codeOf(answer), `${resolution} for ${duration} s`).toBe(isOffered ? 0 : 2013);
        }
      }
    },
  );
});

describe("a video task", { timeout: 60_000 }, () => {
  it("passes through its states and ends with an MP4 of the requested size and length", async () => {
    const taskId = await create({ model: "Vendor-Video-02", resolution: "512P" });
    const states: unknown[] = [];
    for (const stepMs of [0, 1_000, 1_500, 7_499]) {
      now += stepMs;
      states.push((await query(taskId)).body.status);
    }
    expect(states).toEqual(["Preparing", "Queueing", "Processing", "Processing"]);
    now += 1;
    const { body } = await query(taskId);
    expect(body).toMatchObject({ task_id: taskId, status: "Success", video_width: 910, video_height: 512 });
    expect(BigInt(body.file_id as string)).toBeGreaterThan(2n ** 53n);

    const record = await client.get(`/v1/files/retrieve?file_id=${body.file_id as string}`);
    const file = record.body.file as { file_id: bigint; download_url: string; purpose: string };
    expect(file).toMatchObject({ file_id: BigInt(body.file_id as string), purpose: "video_generation" });
    const content = await fetch(
      `${client.baseUrl}/v1/files/retrieve_content?file_id=${body.file_id as string}`,
      {
        headers: { Authorization: "Bearer sandbox-key-good" },
      },
    );
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(content.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.from(await (await fetch(file.download_url)).arrayBuffer()).equals(bytes)).toBe(true);
    const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
    const track = await input.getPrimaryVideoTrack();
    expect(track?.codec).toBe("avc");
    expect([track?.displayWidth, track?.displayHeight]).toEqual([910, 512]);
    expect(await input.computeDuration()).toBeCloseTo(6, 1);
  });

  it("is created from the same first frame as others at the same time", async () => {
    const first_frame_image = await makeDataUrl(640, 400, "png");
    const taskIds = await Promise.all(Array.from({ length: 20 }, () => create({ first_frame_image })));
    expect(new Set(taskIds).size).toBe(20);
  });

  it("withholds its file until its end, and from other keys", async () => {
    const taskId = await create();
    expect(codeOf(await query(taskId, "sandbox-key-good-other"))).toBe(2013);
    expect(codeOf(await query("12345"))).toBe(2013);
    now += 10_000;
    const { body } = await query(taskId);
    const path = `/v1/files/retrieve?file_id=${body.file_id as string}`;
    expect(codeOf(await client.get(path, "sandbox-key-good-other"))).toBe(2013);
    now -= 1;
    expect(codeOf(await client.get(path))).toBe(2013);
    now += 1;
  });

  it("fails on request", async () => {
    const taskId = await create({ prompt: "a [[fault:task-failed]]" });
    now += 10_000;
    const { body } = await query(taskId);
    expect(body).toMatchObject({ status: "Fail", file_id: "", base_resp: { status_code: 1027 } });
  });
});

describe("the file of a video", { timeout: 60_000 }, () => {
  /** Makes a video to its end and fetches its file. */
  async function film(extra: object): Promise<Buffer> {
    const taskId = await create({ model: "Vendor-Video-02", resolution: "512P", ...extra });
    now += 10_000;
    const { body } = await query(taskId);
    const response = await fetch(
      `${client.baseUrl}/v1/files/retrieve_content?file_id=${body.file_id as string}`,
      { headers: { Authorization: "Bearer sandbox-key-good" } },
    );
    return Buffer.from(await response.arrayBuffer());
  }

  /** Sizes and times of its frames. */
  async function inspect(bytes: Buffer) {
    const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error("no video track");
    const sizes: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) sizes.push(packet.data.byteLength);
    return {
      pixels: [track.displayWidth, track.displayHeight],
      seconds: await input.computeDuration(),
      sizes,
    };
  }

  /** A picture of soft spots: fine noise would take the encoder many times longer. */
  async function makePhoto(width: number, height: number): Promise<string> {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const spots = sharp({ create: { width: 64, height: 36, channels: 3, background: "#345", noise } }).png();
    const picture = sharp(await spots.toBuffer()).resize(width, height, { fit: "fill" });
    return `data:image/png;base64,${(await picture.png().toBuffer()).toString("base64")}`;
  }

  it.each([
    ["512P", 400, 400, [512, 512], 6],
    ["512P", 500, 1000, [512, 1024], 10],
    ["768P", 960, 540, [1366, 768], 6],
  ] as const)("at %s keeps the aspect of %i x %i", async (resolution, width, height, pixels, duration) => {
    const first_frame_image = await makeDataUrl(width, height, "jpeg");
    const model = "Vendor-Video-02";
    const facts = await inspect(await film({ model, resolution, duration, first_frame_image }));
    expect(facts.pixels).toEqual(pixels);
    expect(facts.seconds).toBeCloseTo(duration, 2);
    expect(facts.sizes).toHaveLength(duration);
  });

  it("follows camera instructions only with models that support them", async () => {
    const first_frame_image = await makePhoto(910, 512);
    // At 1 frame per second each frame is a key frame.
    await client.post("/__sandbox/settings", { videoFramesPerSecond: 2 });
    const shoot = async (model: string, prompt: string) =>
      (await inspect(await film({ model, resolution: "720P", prompt, first_frame_image }))).sizes[1] ?? 0;
    const [held, moved] = [
      await shoot("I2V-01-Director", "[固定]"),
      await shoot("I2V-01-Director", "[右移]"),
    ];
    expect(moved).toBeGreaterThan(held * 3);
    expect(await shoot("I2V-01", "[固定]")).toBeGreaterThan(held * 3);
    await client.post("/__sandbox/settings", { videoFramesPerSecond: 1 });
  });

  it("is the same for the same request, with its index at the requested position", async () => {
    const last = await film({});
    expect(last.indexOf("moov")).toBeGreaterThan(last.indexOf("mdat"));
    expect((await film({})).equals(last)).toBe(true);
    await client.post("/__sandbox/settings", { videoIndex: "first" });
    const first = await film({});
    await client.post("/__sandbox/settings", { videoIndex: "last" });
    expect(first.indexOf("moov")).toBeLessThan(first.indexOf("mdat"));
  });

  it("can have every fault", async () => {
    const whole = await film({});
    expect(
      (await film({ prompt: "A ship [推进] [[fault:truncated-video]]" })).equals(
        whole.subarray(0, Math.floor(whole.byteLength / 2)),
      ),
    ).toBe(true);
    expect((await film({ prompt: "x [[fault:garbage-video]]" })).toString()).toContain("<!doctype html>");
    expect(await film({ prompt: "x [[fault:empty-result]]" })).toHaveLength(0);
    const large = await film({ prompt: "A ship [推进] [[fault:large-video:3]]" });
    expect(large.byteLength).toBe(whole.byteLength + 3_000_008);
    expect((await inspect(large)).pixels).toEqual([910, 512]);
  });

  it("accepts a first frame from this machine", async () => {
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#a33" } })
      .png()
      .toBuffer();
    const server = createServer((request, response) => {
      if (request.url === "/frame.png") response.end(picture);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { pixels } = await inspect(await film({ first_frame_image: `${base}/frame.png` }));
    expect(pixels).toEqual([512, 512]);
    const missing = await client.post(PATH, { ...good, first_frame_image: `${base}/none.png` });
    expect(messageOf(missing)).toContain("first_frame_image: cannot be fetched, HTTP 404");
    server.close();
    server.closeAllConnections();
  });
});
