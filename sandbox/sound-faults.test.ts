import { text as readText } from "node:stream/consumers";
import { extract } from "tar-stream";
import { afterEach, describe, expect, it } from "vitest";
import { codeOf, type JsonAnswer, prepareSandbox } from "./test-client.ts";

const SPEECH = "/v1/t2a_v2";
const NARRATION = "/v1/t2a_async_v2";
const KEY = { Authorization: "Bearer sandbox-key-good" };
const client = prepareSandbox({ settings: { taskDurationMs: 0 } });
const speech = (text: string, extra: object = {}) => ({
  model: "speech-2.6-hd",
  text,
  audio_setting: { sample_rate: 16000 },
  ...extra,
});

interface Frame {
  data: { audio: string; status: number } | null;
  base_resp: { status_code: number };
  padding?: string;
}

interface Stream {
  contentType: string;
  frames: Frame[];
  /** Whether the body came to its end. */
  isWhole: boolean;
}

async function stream(words: string): Promise<Stream> {
  const text = `A sentence with ${words} something wrong in its stream. And another one.`;
  const response = await client.send(SPEECH, speech(text, { stream: true }));
  const [body, isWhole] = await readAll(response);
  const frames = body.split("\n\n").flatMap((part) => (part.startsWith("data: {") ? [part.slice(6)] : []));
  const contentType = response.headers.get("content-type") ?? "";
  return { contentType, frames: frames.map((frame) => JSON.parse(frame) as Frame), isWhole };
}

async function readAll(response: Response): Promise<[string, boolean]> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return [Buffer.concat(chunks).toString(), true];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return [Buffer.concat(chunks).toString(), false];
  }
}

describe("faults of a stream", () => {
  it("data null", async () => {
    const { frames } = await stream("[[fault:data-null]]");
    expect(frames).toEqual([expect.objectContaining({ data: null })]);
    expect(frames[0]?.base_resp.status_code).toBe(0);
  });

  it("an error in the stream", async () => {
    const { frames } = await stream("[[fault:stream-error:1033]]");
    expect(frames.map(({ base_resp }) => base_resp.status_code)).toEqual([0, 1033]);
  });

  it("a connection that drops after some frames", async () => {
    const { frames, isWhole } = await stream("[[fault:drop-after-frames:3]]");
    expect(isWhole).toBe(false);
    expect(frames.map(({ data }) => data?.status)).toEqual([1, 1, 1]);
  });

  it("a stream that stalls after some frames until the caller disconnects", async () => {
    const request = speech("It stalls. [[fault:stall-after-frames:1]] And stalls.", { stream: true });
    const leaving = new AbortController();
    const response = await fetch(`${client.baseUrl}${SPEECH}`, {
      method: "POST",
      headers: { ...KEY, "Content-Type": "application/json", "X-Request-Id": "stalled" },
      body: JSON.stringify(request),
      signal: leaving.signal,
    });
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    let text = "";
    while (!text.includes("\n\n")) text += Buffer.from((await reader.read()).value ?? []).toString();
    const next = reader.read().catch(() => "left" as const);
    const silence = new Promise((resolve) => setTimeout(() => resolve("silent"), 300));
    expect(await Promise.race([next, silence])).toBe("silent");
    leaving.abort();
    expect(await next).toBe("left");
  });

  it("hex with a missing digit or an invalid letter in one frame", async () => {
    const odd = await stream("[[fault:odd-hex]]");
    expect(odd.frames.map(({ data }) => (data?.audio.length ?? 0) % 2).slice(0, 3)).toEqual([0, 1, 0]);
    const bad = await stream("[[fault:bad-hex]]");
    const isHex = bad.frames.map(({ data }) => /^[0-9a-f]*$/.test(data?.audio ?? ""));
    expect(isHex.slice(0, 3)).toEqual([true, false, true]);
  });

  it("a frame of 5 MB", async () => {
    const { frames } = await stream("[[fault:large-frame:5]]");
    expect(frames[1]?.padding).toHaveLength(5_000_000);
    expect(frames.at(-1)?.data?.status).toBe(2);
  });

  it("no last frame", async () => {
    const { frames, isWhole } = await stream("[[fault:no-last-frame]]");
    expect(isWhole).toBe(true);
    expect(frames.length).toBeGreaterThan(3);
    expect(frames.every(({ data }) => data?.status === 1)).toBe(true);
  });

  it("no sound", async () => {
    const { frames } = await stream("[[fault:empty-result]]");
    expect(frames.map(({ data }) => data)).toEqual([{ audio: "", status: 2 }]);
  });

  it("JSON instead of a stream", async () => {
    const answer = await client.post(SPEECH, speech("One. [[fault:json-for-stream]]", { stream: true }));
    expect(answer.headers.get("content-type")).toContain("application/json");
    const { data, extra_info } = answer.body as { data: Frame["data"]; extra_info: { audio_size: number } };
    expect(data?.audio).toHaveLength(extra_info.audio_size * 2);
  });

  it("audio in real time, heard long before its end", async () => {
    const startedAt = performance.now();
    const response = await client.send(
      SPEECH,
      speech("[[pace:4]] This sentence takes about four seconds to be spoken aloud, no less.", {
        stream: true,
      }),
    );
    let firstAt = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (chunk.byteLength > 0 && firstAt === 0) firstAt = performance.now() - startedAt;
    }
    expect(performance.now() - startedAt - firstAt).toBeGreaterThan(500);
  });
});

describe("faults of an answer", () => {
  it.each([
    ["data-null", (body: JsonAnswer["body"]) => body.data === null],
    ["empty-result", (body: JsonAnswer["body"]) => (body.data as { audio: string }).audio === ""],
    ["odd-hex", (body: JsonAnswer["body"]) => (body.data as { audio: string }).audio.length % 2 === 1],
    ["bad-hex", (body: JsonAnswer["body"]) => !/^[0-9a-f]+$/.test((body.data as { audio: string }).audio)],
  ])("%s", async (fault, isFaulty) => {
    const { body } = await client.post(SPEECH, speech(`Hello there. [[fault:${fault}]]`));
    expect(isFaulty(body)).toBe(true);
    expect((body.base_resp as { status_code: number }).status_code).toBe(0);
  });

  it.each([false, true])("JSON declared as a stream (requested: %s)", async (isAskedFor) => {
    const text = "Hello there. [[fault:json-as-stream]]";
    const response = await client.send(SPEECH, { ...speech(text), stream: isAskedFor });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(await response.json()).toMatchObject({ data: { status: 2 } });
  });

  it("a dead link, and missing or invalid subtitles", async () => {
    const ask = async (words: string) => {
      const request = speech(`Hello. ${words}`, { output_format: "url", subtitle_enable: true });
      return (await client.post(SPEECH, request)).body.data as { audio: string; subtitle_file?: string };
    };
    const empty = await ask("[[fault:empty-result]]");
    expect((await (await fetch(empty.audio)).arrayBuffer()).byteLength).toBe(0);
    expect((await ask("[[fault:no-subtitles]]")).subtitle_file).toBeUndefined();
    const garbage = await ask("[[fault:garbage-subtitles]]");
    expect(await (await fetch(garbage.subtitle_file ?? "")).text()).toContain("<!doctype html>");
    expect((await fetch(garbage.audio)).headers.get("content-type")).toBe("audio/mpeg");
  });
});

describe("faults of a narration", () => {
  const create = async (words: string) =>
    (await client.post(NARRATION, { model: "speech-2.8-hd", text: `Once upon a time. ${words}` })).body;
  const fetchResult = (fileId: unknown) =>
    fetch(`${client.baseUrl}/v1/files/retrieve_content?file_id=${String(fileId)}`, { headers: KEY });
  const resultOf = async (words: string) =>
    Buffer.from(await (await fetchResult((await create(words)).file_id)).arrayBuffer());
  const namesIn = async (tar: Buffer) => {
    const reader = extract();
    reader.end(tar);
    const names: string[] = [];
    for await (const entry of reader) {
      names.push(entry.header.name);
      await readText(entry);
    }
    return names;
  };

  it.each([
    ["[[fault:task-failed]]", "Failed"],
    ["[[fault:task-expired]]", "Expired"],
  ])("%s ends as %s, without a file", async (words, status) => {
    const task = await create(words);
    expect((await client.waitForNarration(task.task_id)).body.status).toBe(status);
    const refusal = (await (await fetchResult(task.file_id)).json()) as JsonAnswer["body"];
    expect(refusal.base_resp).toMatchObject({ status_code: 2013 });
  });

  it("a slow task", async () => {
    const task = await create("[[task-ms:3600000]]");
    const query = () => client.get(`/v1/query/t2a_async_query_v2?task_id=${String(task.task_id)}`);
    expect((await query()).body.status).toBe("Processing");
    await client.post("/__sandbox/settings", { clockOffsetMs: 3_600_000 });
    expect((await client.waitForNarration(task.task_id)).body.status).toBe("Success");
    await client.post("/__sandbox/settings", { clockOffsetMs: 0 });
  });

  it("results of other kinds", async () => {
    expect((await resultOf("[[fault:zip-result]]")).toString("latin1", 0, 2)).toBe("PK");
    expect((await resultOf("[[fault:audio-result]]")).readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    expect((await resultOf("[[fault:empty-result]]")).byteLength).toBe(0);
  });

  it("archives that are damaged, cut off, or contain a path traversal", async () => {
    await expect(namesIn(await resultOf("[[fault:damaged-tar]]"))).rejects.toThrow("Invalid tar header");
    await expect(namesIn(await resultOf("[[fault:truncated-tar]]"))).rejects.toThrow("Unexpected end");
    expect(await namesIn(await resultOf("[[fault:escaping-tar]]"))).toEqual(
      ["mp3", "titles", "extra"].map((kind) => `../../../escaped/narration.${kind}`),
    );
  });

  it("1042 for invisible characters", async () => {
    const answer = await client.post(NARRATION, { model: "speech-2.8-hd", text: "a\u200b\u200bb" });
    expect(codeOf(answer)).toBe(1042);
  });
});

describe("what can be missing", () => {
  afterEach(() => fetch(`${client.altBaseUrl}/__sandbox/reset`, { method: "POST" }).then(() => undefined));

  it("an endpoint", async () => {
    await client.post("/__sandbox/settings", { missingEndpoints: ["/v1/get_voice"] });
    expect((await client.post("/v1/get_voice", { voice_type: "system" })).status).toBe(404);
    await client.post("/__sandbox/reset", {});
    expect((await client.post("/v1/get_voice", { voice_type: "system" })).status).toBe(200);
  });

  it("the main address, while the backup address goes on", async () => {
    expect((await client.post("/__sandbox/settings", { mainAddress: "down" })).status).toBe(200);
    await expect(client.get("/__sandbox/health")).rejects.toThrow("fetch failed");
    const answer = await fetch(`${client.altBaseUrl}${SPEECH}`, {
      method: "POST",
      headers: { ...KEY, "Content-Type": "application/json" },
      body: JSON.stringify(speech("Still here.")),
    });
    expect(await answer.json()).toMatchObject({ base_resp: { status_code: 0 } });
    await fetch(`${client.altBaseUrl}/__sandbox/settings`, { method: "POST", body: '{"mainAddress":"up"}' });
    expect((await client.get("/__sandbox/health")).status).toBe(200);
  });
});
