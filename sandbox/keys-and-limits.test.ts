import { describe, expect, it } from "vitest";
import { codeOf, prepareSandbox } from "./test-client.ts";

let now = Date.UTC(2026, 0, 1);
const client = prepareSandbox({ settings: { rateLimits: "on" }, clock: () => now });

const image = { model: "image-01", prompt: "a", width: 512, height: 512 };
const song = {
  model: "music-3.0-free",
  prompt: "a",
  lyrics: "b",
  audio_setting: { sample_rate: 16000, format: "pcm" },
};
const IMAGE = "/v1/image_generation";
const MUSIC = "/v1/music_generation";
const ANALYSIS = "/v1/music_cover_preprocess";

/** Sends a request that the rate limiter counts and that makes nothing; answers its code. */
const probe = async (key: string, path: string, body: object, fault = "1026") =>
  codeOf(await client.postAs(key, path, { ...body, prompt: `a [[fault:${fault}]]` }));

async function countAdmitted(key: string, path: string, body: object, tries: number): Promise<number> {
  let admitted = 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const code = await probe(key, path, body);
    if (code !== 1002) admitted += 1;
  }
  return admitted;
}

describe("keys", () => {
  it.each([
    ["no header", undefined, 1004],
    ["another scheme", "Basic abc", 1004],
    ["no token", "Bearer ", 1004],
    ["two tokens", "Bearer a b", 1004],
    ["the invalid key", "Bearer sandbox-key-invalid", 2049],
    ["an unknown key", "Bearer sk-live-1234", 2049],
    ["a key that only begins alike", "Bearer sandbox-key-goodness", 2049],
    ["the key without balance", "Bearer sandbox-key-no-balance", 1008],
    ["the good key", "Bearer sandbox-key-good", 0],
    ["a good key of one's own", "Bearer sandbox-key-good-keys", 0],
  ])("%s", async (_name, authorization, code) => {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (authorization !== undefined) headers.Authorization = authorization;
    const response = await fetch(`${client.baseUrl}${IMAGE}`, {
      method: "POST",
      headers,
      body: JSON.stringify(image),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("trace-id")).not.toBeNull();
    expect(((await response.json()) as { base_resp: { status_code: number } }).base_resp.status_code).toBe(
      code,
    );
  });

  it("lets a key without balance use free endpoints", async () => {
    expect(
      codeOf(await client.postAs("sandbox-key-no-balance", "/v1/get_voice", { voice_type: "system" })),
    ).toBe(0);
  });

  it("shows only the end of an unknown key", async () => {
    await client.postAs("sk-live-secret-1234", IMAGE, image);
    const { body } = await client.get("/__sandbox/requests");
    const keys = (body.requests as { key: string | null }[]).map((request) => request.key);
    expect(keys).toContain("…1234");
    expect(keys.join(" ")).not.toContain("secret");
  });
});

describe("rate limits of the document", () => {
  it.each([
    ["image", IMAGE, image, 10],
    ["music-free", MUSIC, song, 3],
    ["music", MUSIC, { ...song, model: "music-3.0" }, 120],
    ["video", "/v1/video_generation", { model: "I2V-01", first_frame_image: "https://a.b/c.png" }, 5],
  ])("%s", async (name, path, body, limit) => {
    expect(await countAdmitted(`sandbox-key-good-limit-${name}`, path, body, limit + 3)).toBe(limit);
  });

  it("counts analyses and covers of a model together, and lets only paid keys analyse", async () => {
    const key = "sandbox-key-good-analyses";
    const analysis = { model: "music-cover", audio_url: "https://a.b/song.mp3" };
    const cover = { ...analysis, lyrics: "Words to be sung" };
    const coverProbe = async () =>
      codeOf(await client.postAs(key, MUSIC, { ...cover, prompt: "A slow ballad [[fault:1026]]" }));
    await client.post("/__sandbox/settings", { rateLimitOverrides: { music: 2 } });
    expect(codeOf(await client.postAs(key, ANALYSIS, analysis))).toBe(0);
    expect(await coverProbe()).toBe(1026);
    expect(codeOf(await client.postAs(key, ANALYSIS, analysis))).toBe(1002);
    expect(await coverProbe()).toBe(1002);
    await client.post("/__sandbox/settings", { rateLimitOverrides: {} });
    expect(codeOf(await client.postAs("sandbox-key-free", ANALYSIS, analysis))).toBe(2061);
  });

  it("frees a slot 60 seconds after it was taken", async () => {
    const key = "sandbox-key-good-slide";
    expect(await countAdmitted(key, MUSIC, song, 2)).toBe(2);
    now += 30_000;
    expect(await countAdmitted(key, MUSIC, song, 2)).toBe(1);
    now += 29_999;
    expect(await probe(key, MUSIC, song)).toBe(1002);
    now += 1;
    expect(await countAdmitted(key, MUSIC, song, 3)).toBe(2);
  });

  it("counts each key and each model separately, without rejected requests", async () => {
    const key = "sandbox-key-good-split";
    expect(await countAdmitted(key, MUSIC, song, 4)).toBe(3);
    expect(await countAdmitted(key, MUSIC, { ...song, model: "music-2.6-free" }, 4)).toBe(3);
    const other = "sandbox-key-good-split-2";
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(codeOf(await client.postAs(other, MUSIC, { ...song, lyrics: "" }))).toBe(2013);
    }
    expect(await countAdmitted(other, MUSIC, song, 4)).toBe(3);
  });

  it("can be overridden and switched off", async () => {
    const key = "sandbox-key-good-override";
    await client.post("/__sandbox/settings", { rateLimitOverrides: { image: 1 } });
    expect(await countAdmitted(key, IMAGE, image, 3)).toBe(1);
    await client.post("/__sandbox/settings", { rateLimits: "off" });
    expect(await countAdmitted(key, IMAGE, image, 15)).toBe(15);
    await client.post("/__sandbox/settings", { rateLimits: "on", rateLimitOverrides: {} });
  });

  it("admits 10 narration queries a second", async () => {
    const path = "/v1/query/t2a_async_query_v2?task_id=1";
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      codes.push(codeOf(await client.get(path, "sandbox-key-good-query")));
    expect(codes.filter((code) => code === 2013)).toHaveLength(10);
    expect(codes.at(-1)).toBe(1002);
    now += 1_000;
    expect(codeOf(await client.get(path, "sandbox-key-good-query"))).toBe(2013);
  });
});
