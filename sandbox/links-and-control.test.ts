import { describe, expect, it } from "vitest";
import { codeOf, prepareSandbox } from "./test-client.ts";

let now = Date.UTC(2026, 0, 1);
const client = prepareSandbox({ clock: () => now });
const body = { model: "image-01", prompt: "a", width: 512, height: 512 };
const DAY_MS = 24 * 60 * 60 * 1000;

async function makeLink(): Promise<string> {
  const answer = await client.post("/v1/image_generation", body);
  return (answer.body.data as { image_urls: string[] }).image_urls[0] ?? "";
}

describe("delivered links", () => {
  it("need no key and carry type, length and ETag", async () => {
    const response = await fetch(await makeLink());
    const bytes = await response.arrayBuffer();
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(response.headers.get("etag")).toMatch(/^"[0-9a-f]{36}"$/);
  });

  it("die after 24 hours with an XML error", async () => {
    const link = await makeLink();
    now += DAY_MS - 1;
    expect((await fetch(link)).status).toBe(200);
    now += 1;
    const response = await fetch(link);
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toBe("application/xml");
    expect(await response.text()).toContain("<Code>AccessDenied</Code>");
  });

  it("live as long as the settings say", async () => {
    const link = await makeLink();
    await client.post("/__sandbox/settings", { urlLifetimeMs: 1000 });
    expect((await fetch(link)).status).toBe(200);
    now += 1000;
    expect((await fetch(link)).status).toBe(403);
    await client.post("/__sandbox/settings", { urlLifetimeMs: null });
    expect((await fetch(link)).status).toBe(200);
  });

  it("break off halfway as often as the directive says", async () => {
    const answer = await client.post("/v1/image_generation", { ...body, prompt: "a [[fault:cut-links:2]]" });
    const link = (answer.body.data as { image_urls: string[] }).image_urls[0] ?? "";
    const download = async () => (await fetch(link)).arrayBuffer();
    await expect(download()).rejects.toThrow("terminated");
    await expect(download()).rejects.toThrow("terminated");
    expect((await download()).byteLength).toBeGreaterThan(1000);
  });

  it("answer ranges and HEAD, and 404 for unknown links", async () => {
    const link = await makeLink();
    const whole = Buffer.from(await (await fetch(link)).arrayBuffer());
    const read = async (range: string) => {
      const response = await fetch(link, { headers: { Range: range } });
      return {
        status: response.status,
        range: response.headers.get("content-range"),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const middle = await read("bytes=10-19");
    expect(middle).toMatchObject({ status: 206, range: `bytes 10-19/${whole.byteLength}` });
    expect(middle.bytes.equals(whole.subarray(10, 20))).toBe(true);
    expect((await read("bytes=-5")).bytes.equals(whole.subarray(-5))).toBe(true);
    expect((await read("bytes=100-")).bytes.equals(whole.subarray(100))).toBe(true);
    expect((await read("bytes=99999999-")).status).toBe(416);
    const head = await fetch(link, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(whole.byteLength));
    expect((await fetch(`${client.baseUrl}/files/0000.jpeg`)).status).toBe(404);
  });
});

describe("control", () => {
  it("reports that it is healthy", async () => {
    expect((await client.get("/__sandbox/health")).body).toEqual({
      status: "ok",
      baseUrl: client.baseUrl,
      speech: { engine: "not-started", reason: null },
    });
  });

  it.each([
    ["settings", { latencyMs: -1 }],
    ["settings", { latencyMs: "1" }],
    ["settings", { latency: 1 }],
    ["settings", { rateLimits: true }],
    ["settings", { rateLimitOverrides: { images: 1 } }],
    ["settings", { counts: "text" }],
    ["faults", { faults: ["nonsense"] }],
    ["faults", { faults: "1002" }],
    ["faults", { faults: ["1002"], times: 0 }],
    ["faults", { faults: ["1002"], path: "/v1" }],
    ["faults", "{"],
  ])("rejects an invalid request with HTTP 400: %s %#", async (name, mistake) => {
    expect((await client.post(`/__sandbox/${name}`, mistake)).status).toBe(400);
  });

  it("answers 404 for any other endpoint", async () => {
    expect((await client.get("/__sandbox/nothing")).status).toBe(404);
    expect((await client.get("/v1/nothing")).status).toBe(404);
    expect((await client.get("/v1/image_generation")).status).toBe(404);
  });

  it("resets to the initial settings", async () => {
    const link = await makeLink();
    await client.post("/__sandbox/settings", { counts: "number", latencyMs: 5000 });
    await client.post("/__sandbox/faults", { faults: ["1033"], times: 9 });
    await client.post("/__sandbox/reset", {});
    expect((await client.get("/__sandbox/settings")).body).toMatchObject({
      counts: "string",
      latencyMs: 0,
      rateLimits: "off",
    });
    expect((await client.get("/__sandbox/bill")).body).toEqual({ billedCount: 0, entries: [] });
    expect((await client.get("/__sandbox/requests")).body).toEqual({ requests: [] });
    expect((await fetch(link)).status).toBe(404);
    expect(codeOf(await client.post("/v1/image_generation", body))).toBe(0);
  });
});
