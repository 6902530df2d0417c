import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createServiceClient } from "../client.server.ts";
import { musicExtraInfoSchema } from "../contract/music.ts";
import type { HttpAnswer } from "../http.server.ts";
import { getShippedProfile } from "../profiles/shipped-profiles.ts";
import { overrideProfile } from "../profiles/read-profile.ts";
import type { ServiceProfile } from "../profiles/profile-schema.ts";
import { startOddServer, type OddServer } from "../testing/odd-server.ts";
import { readAudioStream } from "./read-audio-stream.server.ts";

let server: OddServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const sandbox = getShippedProfile("sandbox");
/** Idle timeouts fire at once. */
const impatient = overrideProfile(sandbox, { endpoints: { musicGeneration: { timeouts: { idleMs: 200 } } } });
const request = { model: "music-2.6", lyrics: "la" } as const;
const success = { status_code: 0, status_msg: "success" };
const chunk = (audio: Buffer, status: number, more: object = {}) =>
  `data: ${JSON.stringify({ data: { audio: audio.toString("hex"), status }, base_resp: success, trace_id: "t", ...more })}\n\n`;
const extraInfo = { music_duration: "25364", music_size: 3, unheard_of: 1 };

interface ListenOptions {
  type?: string;
  profile?: ServiceProfile;
  signal?: AbortSignal;
  onAudio?: () => void;
}

/** Reads what the server writes; returns the audio and the last event. */
async function listen(answer: (response: ServerResponse) => void, options: ListenOptions = {}) {
  const { type = "text/event-stream; charset=utf-8", profile = sandbox, signal, onAudio } = options;
  server = await startOddServer((response) => {
    response.writeHead(200, { "content-type": type });
    answer(response);
  });
  const client = createServiceClient({ profile, apiKey: "k", baseUrl: server.baseUrl });
  const { events } = await client.streamMusic(request, signal ? { signal } : {});
  const pieces: Uint8Array[] = [];
  for await (const event of events) {
    if (event.type === "end") return { audio: Buffer.concat(pieces), end: event };
    pieces.push(event.bytes);
    onAudio?.();
  }
  throw new Error("the stream ended without saying so");
}

/** Reads an event stream in pieces of a given size. */
async function read(text: Buffer, size: number) {
  const unexpected = () => new Error("the answer is at fault");
  const answer = {
    status: 200,
    contentType: "text/event-stream",
    traceId: undefined,
    body: (async function* cut() {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
    })(),
    fault: unexpected,
    toDecodingError: (error: unknown) => error,
    dispose: () => undefined,
  } as unknown as HttpAnswer;
  const pieces: Uint8Array[] = [];
  for await (const event of readAudioStream(answer, {
    extraInfoSchema: musicExtraInfoSchema,
    repeatIsExcluded: false,
  })) {
    if (event.type === "end") return { audio: Buffer.concat(pieces), end: event };
    pieces.push(event.bytes);
  }
  throw unexpected();
}

const [one, two] = [randomBytes(3000), randomBytes(2000)];
const whole = Buffer.concat([one, two]);

describe("a streamed sound", () => {
  it("is returned once, with the service's facts", async () => {
    const text = `: hi\n\n${chunk(one, 1)}${chunk(two, 1)}${chunk(whole, 2, { extra_info: extraInfo })}data: [DONE]\n\n`;
    const { audio, end } = await listen((response) => response.end(text));
    expect(audio.equals(whole)).toBe(true);
    expect(end).toMatchObject({
      byteCount: 5000,
      repeat: "match",
      traceId: "t",
      extraInfo: { music_duration: 25_364, music_size: 3, bitrate: null },
    });
    expect(JSON.parse(server?.seen[0]?.body ?? "")).toMatchObject({ stream: true });
  });

  it("may have a last chunk of six megabytes without a blank line", async () => {
    const large = [randomBytes(1_500_000), randomBytes(1_500_000)] as const;
    const last = chunk(Buffer.concat(large), 2).trimEnd();
    const { audio, end } = await listen((response) =>
      response.end(chunk(large[0], 1) + chunk(large[1], 1) + last),
    );
    expect(audio.equals(Buffer.concat(large))).toBe(true);
    expect(end.repeat).toBe("match");
  });

  it("may be complete in a plain JSON body", async () => {
    const body = JSON.stringify({ data: { audio: whole.toString("hex"), status: 2 }, base_resp: success });
    const { audio } = await listen((response) => response.end(body), { type: "application/json" });
    expect(audio.equals(whole)).toBe(true);
  });

  it("may be complete in JSON that is declared as a stream", async () => {
    const body = JSON.stringify({ data: { audio: whole.toString("hex"), status: 2 }, base_resp: success });
    const { audio } = await listen((response) => {
      response.write("\r\n ", () => response.end(body));
    });
    expect(audio.equals(whole)).toBe(true);
  });

  it("is the same wherever its chunks are split", async () => {
    const [first, second] = [randomBytes(24), randomBytes(12)];
    const all = Buffer.concat([first, second]);
    const text = `${chunk(first, 1)}${chunk(second, 1)}${chunk(all, 2, { extra_info: extraInfo })}`;
    for (let size = 1; size < text.length; size += 1) {
      const { audio, end } = await read(Buffer.from(text), size);
      expect(audio.equals(all)).toBe(true);
      expect(end).toMatchObject({ repeat: "match", traceId: "t", extraInfo: { music_size: 3 } });
    }
  });

  it("may have a chunk of five megabytes of sound between others", async () => {
    const pieces = [one, randomBytes(2_500_000), two];
    const chunks = pieces.map((piece) => chunk(piece, 1));
    const { audio, end } = await listen((response) =>
      response.end(chunks.join("") + chunk(Buffer.concat(pieces), 2)),
    );
    expect(audio.equals(Buffer.concat(pieces))).toBe(true);
    expect(end).toMatchObject({ byteCount: 2_505_000, repeat: "match" });
  });

  it("may have a chunk with five megabytes of unknown fields", async () => {
    const text = `${chunk(one, 1)}${chunk(two, 1, { padding: "0".repeat(5_000_000) })}${chunk(whole, 2)}`;
    const { audio, end } = await listen((response) => response.end(text));
    expect(audio.equals(whole)).toBe(true);
    expect(end.repeat).toBe("match");
  });

  it("returns the analysis_info of any chunk", async () => {
    const text = chunk(one, 1, { analysis_info: { tempo: 92 } }) + chunk(two, 1) + chunk(whole, 2);
    const { end } = await listen((response) => response.end(text));
    expect(end.analysisInfo).toEqual({ tempo: 92 });
  });

  it.each([
    [
      "a refusal as plain JSON",
      '{"base_resp":{"status_code":1008}}',
      "application/json",
      "service.balance",
      true,
    ],
    [
      "a refusal as JSON that is announced as a stream",
      '{"base_resp":{"status_code":1008}}',
      "text/event-stream",
      "service.balance",
      true,
    ],
    [
      "a refusal in a chunk",
      'data: {"data":null,"base_resp":{"status_code":1026}}\n\n',
      "text/event-stream",
      "service.sensitive",
      true,
    ],
    ...["null", '""', "false", "[]"].map(
      (statusCode) =>
        [
          `a chunk with the status_code ${statusCode}`,
          `data: {"data":{"audio":"00ff","status":2},"base_resp":{"status_code":${statusCode}}}\n\n`,
          "text/event-stream",
          "answer.shape",
          false,
        ] as const,
    ),
    ["an end without the last chunk", chunk(one, 1), "text/event-stream", "answer.truncated", false],
    [
      "an end inside a chunk",
      chunk(one, 1) + chunk(whole, 2).slice(0, 500),
      "text/event-stream",
      "answer.truncated",
      false,
    ],
    [
      "an odd digit",
      'data: {"data":{"audio":"00f","status":1}}\n\n',
      "text/event-stream",
      "answer.hex",
      false,
    ],
    ["a chunk that is no JSON", "data: hello\n\n", "text/event-stream", "answer.garbage", false],
    [
      "a chunk with more than eight megabytes beside its sound",
      chunk(one, 1) + chunk(two, 1, { padding: "0".repeat(9_000_000) }) + chunk(whole, 2),
      "text/event-stream",
      "answer.too-large",
      false,
    ],
    ["no sound at all", chunk(Buffer.alloc(0), 2), "text/event-stream", "answer.shape", false],
    ["a web page", "<html>", "text/html", "answer.content-type", false],
    ["nothing", "", "text/event-stream", "answer.truncated", false],
  ] as const)("is never taken for done after %s", async (_name, body, type, code, nothingMade) => {
    const listening = listen((response) => response.end(body), { type });
    await expect(listening).rejects.toMatchObject({ name: "ServiceError", code, nothingMade });
  });

  it.each([
    ["breaks", (response: ServerResponse) => response.socket?.destroy()],
    ["falls silent", () => undefined],
  ])("is complete if the connection %s after its last chunk", async (_how, end) => {
    const blankLines = ["\n\n", "\n", "", "\n\ndata: [DO"];
    for (const rest of blankLines) {
      const last = chunk(whole, 2, { extra_info: extraInfo }).trimEnd() + rest;
      const { audio, end: told } = await listen(
        (response) => response.write(chunk(one, 1) + chunk(two, 1) + last, () => end(response)),
        { profile: impatient },
      );
      expect(audio.equals(whole)).toBe(true);
      expect(told).toMatchObject({ byteCount: 5000, repeat: "match", extraInfo: { music_size: 3 } });
      await server?.close();
    }
    server = undefined;
  });

  it("stays stopped if it is stopped after the last chunk", async () => {
    const stop = new AbortController();
    const listening = listen((response) => response.write(chunk(one, 1) + chunk(whole, 2)), {
      signal: stop.signal,
      onAudio: () => stop.abort(),
    });
    await expect(listening).rejects.toMatchObject({ code: "request.aborted" });
  });

  it("throws when the connection breaks", async () => {
    const listening = listen((response) => {
      response.write(chunk(one, 1) + 'data: {"data":{"audio":"00', () => response.socket?.destroy());
    });
    await expect(listening).rejects.toMatchObject({ code: "answer.truncated" });
  });

  it("closes the connection when the listener leaves", async () => {
    const closed = Promise.withResolvers<void>();
    server = await startOddServer((response) => {
      response.on("close", () => closed.resolve());
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk(one, 1));
    });
    const client = createServiceClient({
      profile: getShippedProfile("sandbox"),
      apiKey: "k",
      baseUrl: server.baseUrl,
    });
    const { events } = await client.streamMusic(request);
    for await (const event of events) if (event.type === "audio") break;
    await closed.promise;
  });
});
