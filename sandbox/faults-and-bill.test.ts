import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const client = prepareSandbox();
const PATH = "/v1/image_generation";
const GOOD_KEY = { Authorization: "Bearer sandbox-key-good" };

const ask = (prompt: string, extra: object = {}) => ({
  model: "image-01",
  prompt,
  width: 512,
  height: 512,
  ...extra,
});

/** Sends a request under an id of its own and answers its bill entry as well. */
async function billed(prompt: string, extra: object = {}) {
  const requestId = crypto.randomUUID();
  const headers = { ...GOOD_KEY, "X-Request-Id": requestId, "X-Reverie-Attempt": "attempt-1" };
  const response = await client
    .send(PATH, ask(prompt, extra), headers)
    .catch((error: unknown) => error as Error);
  const text =
    response instanceof Response ? await response.text().catch((error: unknown) => error as Error) : response;
  return { response, text, requestId, entry: await client.billOf(requestId) };
}

describe("faults that make nothing and bill nothing", () => {
  it.each([1002, 1008, 1026, 1033, 1039, 9999])("[[fault:%i]]", async (code) => {
    const { text, entry } = await billed(`a [[fault:${code}]]`);
    expect(JSON.parse(text as string)).toMatchObject({ base_resp: { status_code: code } });
    expect(entry).toMatchObject({ billed: false, billedAt: null, outcome: `refused:${code}` });
  });

  it.each([500, 502, 429])("[[fault:http-%i]]", async (status) => {
    const { response, text, entry } = await billed(`a [[fault:http-${status}]]`);
    expect((response as Response).status).toBe(status);
    expect(JSON.parse(text as string)).toEqual({ error: status, message: expect.any(String) });
    expect(entry).toMatchObject({ billed: false, outcome: `http:${status}` });
  });

  it("[[fault:drop-before]]", async () => {
    const { response, entry } = await billed("a [[fault:drop-before]]");
    expect(response).toBeInstanceOf(TypeError);
    expect(entry).toMatchObject({ billed: false, outcome: "dropped-before" });
  });

  it("a rule that was broken", async () => {
    const { entry } = await billed("a", { n: 10 });
    expect(entry).toMatchObject({ billed: false, outcome: "refused:2013" });
  });

  it("all images blocked", async () => {
    const { text, entry } = await billed("a [[fault:partial:3]]", { n: 2 });
    expect(JSON.parse(text as string)).toMatchObject({ base_resp: { status_code: 1027 } });
    expect(entry).toMatchObject({ billed: false });
  });
});

describe("faults after the work, which is billed", () => {
  it("[[fault:drop-after]]", async () => {
    const { response, entry } = await billed("a [[fault:drop-after]]");
    expect(response).toBeInstanceOf(TypeError);
    expect(entry).toMatchObject({ billed: true, outcome: "dropped-after" });
  });

  it("[[fault:truncate]]", async () => {
    const { response, text, entry } = await billed("a [[fault:truncate]]");
    expect((response as Response).status).toBe(200);
    expect(text).toBeInstanceOf(TypeError);
    expect(entry).toMatchObject({ billed: true, outcome: "truncated" });
  });

  it("[[fault:garbage]]", async () => {
    const { response, text, entry } = await billed("a [[fault:garbage]]");
    expect((response as Response).headers.get("content-type")).toContain("json");
    expect(() => JSON.parse(text as string) as unknown).toThrow(SyntaxError);
    expect(entry).toMatchObject({ billed: true, outcome: "garbage" });
  });

  it("[[fault:partial:2]]", async () => {
    const { text, entry } = await billed("a [[fault:partial:2]]", { n: 5 });
    const body = JSON.parse(text as string) as { data: { image_urls: string[] }; metadata: object };
    expect(body.data.image_urls).toHaveLength(3);
    expect(body.metadata).toEqual({ success_count: "3", failed_count: "2" });
    expect(entry).toMatchObject({ billed: true, outcome: "delivered" });
  });

  it("links that are dead, slow or of another type", async () => {
    const firstLink = async (word: string) => {
      const { text } = await billed(`a [[fault:${word}]]`);
      const [url = ""] = (JSON.parse(text as string) as { data: { image_urls: string[] } }).data.image_urls;
      return fetch(url);
    };
    expect((await firstLink("dead-links")).status).toBe(403);
    expect(await (await firstLink("garbage-links")).text()).toContain("<!doctype html>");
    const startedAt = performance.now();
    expect((await firstLink("slow-links:300")).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  it("a stream that ends with an error, or inside a frame", async () => {
    const stream = (word: string) =>
      client.send("/v1/t2a_v2", { model: "speech-2.6-hd", text: `One two. [[fault:${word}]]`, stream: true });
    const frames = (await (await stream("stream-error:1033")).text()).trimEnd().split("\n\n");
    expect(frames).toHaveLength(2);
    expect(JSON.parse((frames[1] ?? "").slice(6))).toMatchObject({
      data: null,
      base_resp: { status_code: 1033 },
    });
    await expect((await stream("truncate")).text()).rejects.toThrow(TypeError);
  });
});

describe("fault words", () => {
  it("count the first times by key and text", async () => {
    const body = ask("a counted [[fault:1002x2]]");
    const codes = async (key: string) => [
      codeOf(await client.postAs(key, PATH, body)),
      codeOf(await client.postAs(key, PATH, body)),
      codeOf(await client.postAs(key, PATH, body)),
    ];
    expect(await codes("sandbox-key-good-a")).toEqual([1002, 1002, 0]);
    expect(await codes("sandbox-key-good-b")).toEqual([1002, 1002, 0]);
  });

  it("combine", async () => {
    const startedAt = performance.now();
    const { entry } = await billed("a [[latency:200]] [[fault:partial:1]] [[fault:drop-after]]", { n: 2 });
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(entry).toMatchObject({ billed: true, outcome: "dropped-after" });
  });

  it("are not drawn into the picture", async () => {
    const draw = async (prompt: string) => {
      const { text } = await billed(prompt, { seed: 3, response_format: "base64" });
      return (JSON.parse(text as string) as { data: { image_base64: string[] } }).data.image_base64[0];
    };
    expect(await draw("a quiet bay [[fault:dead-links]]")).toBe(await draw("a quiet bay"));
  });

  it.each(["drop", "partial", "partial:x", "latency", "http-200", "1002:3", "drop-after:2", ""])(
    "reject the misspelt [[fault:%s]]",
    async (word) => {
      const answer = await client.post(PATH, ask(`a [[fault:${word}]]`));
      expect(codeOf(answer)).toBe(2013);
      expect(messageOf(answer)).toContain("knows no fault");
    },
  );
});

describe("armed faults", () => {
  it("affect the given number of requests of that endpoint and key", async () => {
    const key = "sandbox-key-good-armed";
    await client.post("/__sandbox/faults", { faults: ["1033"], endpoint: PATH, key, times: 2 });
    expect(codeOf(await client.postAs("sandbox-key-good-else", PATH, ask("a")))).toBe(0);
    expect(codeOf(await client.postAs(key, "/v1/get_voice", { voice_type: "all" }))).toBe(0);
    expect(codeOf(await client.postAs(key, PATH, ask("a")))).toBe(1033);
    expect(codeOf(await client.postAs(key, PATH, ask("b")))).toBe(1033);
    expect(codeOf(await client.postAs(key, PATH, ask("c")))).toBe(0);
  });

  it("affect nothing once they are disarmed", async () => {
    const key = "sandbox-key-good-disarmed";
    await client.post("/__sandbox/faults", { faults: ["1033"], key, times: 5 });
    expect(codeOf(await client.postAs(key, PATH, ask("a")))).toBe(1033);
    await fetch(`${client.baseUrl}/__sandbox/faults`, { method: "DELETE" });
    expect(codeOf(await client.postAs(key, PATH, ask("a")))).toBe(0);
  });

  it("affect queries too", async () => {
    const key = "sandbox-key-good-armed-query";
    await client.post("/__sandbox/faults", { faults: ["http-503"], key });
    expect((await client.get("/v1/query/video_generation?task_id=1", key)).status).toBe(503);
    expect(codeOf(await client.get("/v1/query/video_generation?task_id=1", key))).toBe(2013);
  });
});

describe("the bill and the arrivals", () => {
  it("name the unknown fields for which a request is rejected", async () => {
    const { text, entry } = await billed("a", { unheard_of: 1 });
    expect(JSON.parse(text as string)).toMatchObject({
      base_resp: { status_code: 2013, status_msg: expect.stringContaining("unheard_of") as string },
    });
    expect(entry).toMatchObject({ billed: false, outcome: "refused:2013", unknownFields: ["unheard_of"] });
    const nested = await billed("a", { style: { style_type: "水彩", weight: 1 } });
    expect(nested.text).toContain("style.weight");
  });

  it("show what was sent, under which id, and that it was billed once", async () => {
    const { requestId, entry } = await billed("a", {});
    expect(entry).toMatchObject({
      endpoint: PATH,
      model: "image-01",
      key: "sandbox-key-good",
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      billed: true,
      billedAt: expect.any(Number) as number,
      outcome: "delivered",
      requestId,
      attempt: "attempt-1",
      unknownFields: [],
    });
    const { body } = await client.get("/__sandbox/requests");
    const arrivals = (body.requests as { requestId: string }[]).filter(
      (request) => request.requestId === requestId,
    );
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]).toMatchObject({ id: entry?.id, outcome: "delivered", path: PATH, method: "POST" });
  });

  it("distinguish a complete request from one whose body is still arriving", async () => {
    const socket = connect(Number(new URL(client.baseUrl).port), "127.0.0.1");
    const body = JSON.stringify(ask("slow line [[latency:60000]]"));
    const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sandbox-key-good\r\nx-request-id: slow-line\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const arrival = async () => {
      const answer = await client.get("/__sandbox/requests");
      const requests = answer.body.requests as { requestId: string; bodyHash?: string }[];
      return requests.find(({ requestId }) => requestId === "slow-line");
    };
    socket.write(head + body.slice(0, 20));
    await expect.poll(arrival).toBeDefined();
    expect((await arrival())?.bodyHash).toBeUndefined();
    socket.write(body.slice(20));
    await expect.poll(async () => (await arrival())?.bodyHash).toMatch(/^[0-9a-f]{64}$/);
    socket.destroy();
  });

  it("include rejected requests", async () => {
    await client.postAs("sandbox-key-invalid", PATH, ask("a"));
    const { body } = await client.get("/__sandbox/requests");
    expect((body.requests as object[]).at(-1)).toMatchObject({
      key: "sandbox-key-invalid",
      outcome: "refused:2049",
    });
  });

  it("bill a request whose caller disconnected before its end", { timeout: 30_000 }, async () => {
    const requestId = crypto.randomUUID();
    const leaving = new AbortController();
    const sent = fetch(`${client.baseUrl}${PATH}`, {
      method: "POST",
      headers: { ...GOOD_KEY, "Content-Type": "application/json", "X-Request-Id": requestId },
      body: JSON.stringify(ask("a [[latency:1000]]")),
      signal: leaving.signal,
    });
    await expect
      .poll(
        async () => {
          const { body } = await client.get("/__sandbox/requests");
          return (body.requests as { requestId: string }[]).some(
            (request) => request.requestId === requestId,
          );
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    expect(await client.billOf(requestId)).toBeUndefined();
    leaving.abort();
    await expect(sent).rejects.toThrow("aborted");
    await expect
      .poll(() => client.billOf(requestId), { timeout: 10_000 })
      .toMatchObject({ billed: true, outcome: "client-gone" });
  });
});
