import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { BufferSource, Input, MP4 } from "mediabunny";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/video_generation";
let now = Date.UTC(2026, 0, 1);
const client = prepareSandbox({ settings: { taskDurationMs: 10_000 }, clock: () => now });
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

  it.each([
    ["Vendor-Video-2.3", "768P", 10],
    ["Vendor-Video-2.3-Fast", "1080P", 6],
    ["Vendor-Video-02", "512P", 10],
    ["I2V-01-Director", "720P", 6],
    ["I2V-01", "1080P", 6],
  ])("accepts %s at %s for %i s", async (model, resolution, duration) => {
    await create({ model, resolution, duration, first_frame_image: await makeDataUrl(301, 301, "webp") });
  });
});

describe("a video task", () => {
  it("goes through its states and ends with a file that is an MP4 of the asked size and length", async () => {
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

  it("keeps its file back until it is done, and from other keys", async () => {
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

  it("fails when told", async () => {
    const taskId = await create({ prompt: "a [[fault:task-failed]]" });
    now += 10_000;
    const { body } = await query(taskId);
    expect(body).toMatchObject({ status: "Fail", file_id: "", base_resp: { status_code: 1027 } });
  });
});

describe("the callback", { timeout: 30_000 }, () => {
  let receiver: Server | null = null;
  const received: Record<string, unknown>[] = [];

  afterEach(() => {
    received.length = 0;
    receiver?.close();
    receiver?.closeAllConnections();
    receiver = null;
  });

  /** Listens for pushes; `answer` says what a challenge gets back. */
  async function listen(answer: (challenge: unknown) => unknown): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
        if (!("challenge" in body)) received.push(body);
        response.end(JSON.stringify("challenge" in body ? answer(body.challenge) : { status: "success" }));
      });
    });
    receiver = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  it("is verified, then hears each status when it becomes current", async () => {
    const callback_url = await listen((challenge) => ({ challenge }));
    const taskId = await create({ callback_url });
    now += 2_500;
    await client.post("/__sandbox/settings", {});
    await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(1);
    now += 7_500;
    await client.post("/__sandbox/settings", {});
    await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(2);
    const base_resp = { status_code: 0, status_msg: "success" };
    const { body } = await query(taskId);
    expect(received).toEqual([
      { task_id: taskId, status: "processing", base_resp },
      { task_id: taskId, status: "success", file_id: body.file_id, base_resp },
    ]);
  });

  it("hears of a failure", async () => {
    const callback_url = await listen((challenge) => ({ challenge }));
    const taskId = await create({ callback_url, prompt: "a [[fault:task-failed]]" });
    now += 10_000;
    await client.post("/__sandbox/settings", {});
    await expect
      .poll(() => received.at(-1), { timeout: 10_000 })
      .toMatchObject({ task_id: taskId, status: "failed" });
  });

  it.each([
    ["another challenge", () => ({ challenge: "wrong" })],
    ["no challenge", () => ({ status: "success" })],
    ["null", () => null],
  ])("that answers %s is refused, and no task is made or billed", async (_name, answer) => {
    const callback_url = await listen(answer);
    const answered = await client.post(
      PATH,
      { ...good, callback_url },
      { "X-Request-Id": `refused ${_name}` },
    );
    expect(codeOf(answered)).toBe(2013);
    expect(messageOf(answered)).toContain("fail to check callback url");
    expect(answered.body).not.toHaveProperty("task_id");
    expect(await client.billOf(`refused ${_name}`)).toMatchObject({ billed: false });
  });

  it("that nobody listens at is refused", async () => {
    const callback_url = await listen(() => null);
    receiver?.close();
    receiver?.closeAllConnections();
    expect(codeOf(await client.post(PATH, { ...good, callback_url }))).toBe(2013);
  });
});
