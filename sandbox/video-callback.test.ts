import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/video_generation";
let now = Date.UTC(2026, 0, 1);
const client = prepareSandbox({
  settings: { taskDurationMs: 10_000, videoFramesPerSecond: 1 },
  clock: () => now,
});
const good = { model: "Vendor-Video-02", resolution: "512P", first_frame_image: "https://a.b/c.png" };

let receiver: Server | null = null;
const received: Record<string, unknown>[] = [];

afterEach(() => {
  received.length = 0;
  receiver?.close();
  receiver?.closeAllConnections();
  receiver = null;
});

/** Listens for pushes; `answer` turns the text of a challenge request into the text of its answer. */
async function listen(answer: (text: string) => string = (text) => text): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const isChallenge = text.startsWith('{"challenge":');
      if (!isChallenge) received.push(JSON.parse(text) as Record<string, unknown>);
      response.end(isChallenge ? answer(text) : '{"status":"success"}');
    });
  });
  receiver = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

async function create(prompt: string, callback_url: string): Promise<string> {
  const answer = await client.post(PATH, { ...good, prompt, callback_url });
  expect(messageOf(answer)).toBe("success");
  return answer.body.task_id as string;
}

/** Lets time pass, and waits until so many updates came. */
async function pass(ms: number, count: number): Promise<void> {
  now += ms;
  await client.post("/__sandbox/settings", {});
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
}

const statuses = () => received.map(({ status }) => status);
const deliveries = async (taskId: string | null) =>
  ((await client.get("/__sandbox/callbacks")).body.deliveries as Record<string, unknown>[]).filter(
    (delivery) => delivery.taskId === taskId,
  );

describe("the callback", { timeout: 30_000 }, () => {
  it("receives each status when it becomes current", async () => {
    const taskId = await create("A ship", await listen());
    await pass(2_500, 1);
    await pass(7_500, 2);
    const base_resp = { status_code: 0, status_msg: "success" };
    const { body } = await client.get(`/v1/query/video_generation?task_id=${taskId}`);
    expect(received).toEqual([
      { task_id: taskId, status: "processing", base_resp },
      { task_id: taskId, status: "success", file_id: body.file_id, base_resp },
    ]);
  });

  it("receives a failure, and only the latest status after a jump of the clock", async () => {
    const taskId = await create("A ship [[fault:task-failed]]", await listen());
    await pass(10_000, 1);
    expect(received).toMatchObject([{ task_id: taskId, status: "failed", base_resp: { status_code: 1027 } }]);
    expect((await deliveries(taskId)).map(({ outcome }) => outcome)).toEqual(["HTTP 200"]);
  });

  it("comes several times, reversed, capitalised, and with more fields", async () => {
    const words = "[[fault:callbacks-copied:3]] [[fault:callbacks-reversed]] [[fault:callbacks-with-more]]";
    await create(`A ship ${words} [[fault:callbacks-capitalised]]`, await listen());
    await pass(2_500, 0);
    expect(received).toEqual([]);
    await pass(7_500, 6);
    expect(statuses()).toEqual([
      ...["Success", "Success", "Success"],
      ...["Processing", "Processing", "Processing"],
    ]);
    expect(received[0]).toHaveProperty("progress");
  });

  it("comes late", async () => {
    await create("A ship [[fault:callbacks-late:60000]]", await listen());
    await pass(10_000, 0);
    expect(received).toEqual([]);
    await pass(60_000, 1);
    expect(statuses()).toEqual(["success"]);
  });

  it.each([
    ["callbacks-lost", []],
    ["last-callback-lost", ["processing"]],
  ])("goes missing: %s", async (fault, expected) => {
    const callback_url = await listen();
    const taskId = await create(`A ship [[fault:${fault}]]`, callback_url);
    const other = await create("Another ship", callback_url);
    await pass(2_500, expected.length);
    await pass(7_500, expected.length);
    await expect.poll(() => received.filter(({ task_id }) => task_id === other).length).toBe(2);
    expect(received.filter(({ task_id }) => task_id === taskId).map(({ status }) => status)).toEqual(
      expected,
    );
  });

  it("starts over on request, and can report a wrong status", async () => {
    const taskId = await create("A ship", await listen());
    await pass(10_000, 1);
    const again = await client.post("/__sandbox/callbacks/replay", { taskId });
    expect(again.body.deliveries).toMatchObject([
      { status: "processing", outcome: "HTTP 200" },
      { status: "success", outcome: "HTTP 200" },
    ]);
    await client.post("/__sandbox/callbacks/replay", { taskId, statuses: ["failed"], copies: 2 });
    expect(statuses()).toEqual(["success", "processing", "success", "failed", "failed"]);
    expect((await client.post("/__sandbox/callbacks/replay", { taskId: "1" })).status).toBe(400);
    const wrong = await client.post("/__sandbox/callbacks/replay", { taskId, statuses: ["done"] });
    expect(wrong.status).toBe(400);
  });
});

describe("the challenge", { timeout: 30_000 }, () => {
  it("answered with the same value creates the task", async () => {
    await create("A ship", await listen());
    const last = (await deliveries(null)).at(-1);
    expect(last).toMatchObject({ kind: "challenge", outcome: "HTTP 200" });
  });

  it.each([
    ["another value", () => '{"challenge":"wrong"}'],
    ["no value", () => '{"status":"success"}'],
    ["null", () => "null"],
    ["no JSON", () => "<html>"],
  ])("answered with %s rejects the creation, and nothing is generated or billed", async (name, answer) => {
    const callback_url = await listen(answer);
    const refused = await client.post(PATH, { ...good, callback_url }, { "X-Request-Id": `refused ${name}` });
    expect(codeOf(refused)).toBe(2013);
    expect(messageOf(refused)).toContain("fail to check callback url");
    expect(refused.body).not.toHaveProperty("task_id");
    expect(await client.billOf(`refused ${name}`)).toMatchObject({ billed: false });
  });

  it("without an answer rejects the creation", async () => {
    const callback_url = await listen();
    receiver?.close();
    receiver?.closeAllConnections();
    expect(codeOf(await client.post(PATH, { ...good, callback_url }))).toBe(2013);
    expect((await deliveries(null)).at(-1)?.outcome).toContain("ECONNREFUSED");
  });
});
