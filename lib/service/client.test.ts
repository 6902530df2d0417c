import type { ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createServiceClient, type ServiceClientOptions } from "./client.server.ts";
import { getShippedProfile, overrideProfile } from "./profiles.ts";
import { collect } from "./testing/collect.ts";
import { sendJson, startOddServer, type OddServer, type SeenRequest } from "./testing/odd-server.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

async function serve(answer: (response: ServerResponse, request: SeenRequest) => void): Promise<OddServer> {
  const server = await startOddServer(answer);
  opened.push(server);
  return server;
}

const profile = getShippedProfile("sandbox");
const connect = (baseUrl: string, options: Partial<ServiceClientOptions> = {}) =>
  createServiceClient({ profile, apiKey: "secret-key", baseUrl, ...options });
const image = { model: "image-01", prompt: "a lighthouse" } as const;
const ignoreImages = { onImage: () => Promise.resolve() };
const success = { base_resp: { status_code: 0, status_msg: "success" } };
const speech = { model: "speech-2.6-hd", text: "Hello." } as const;
const ignoreAudio = { onAudio: async (bytes: AsyncIterable<Uint8Array>) => void (await collect(bytes)) };

/** A port on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("what is sent", () => {
  it("is the request once, with key, type and the caller's headers, on a connection of its own", async () => {
    const server = await serve((response) =>
      sendJson(response, { ...success, data: { image_urls: ["http://h/1"] } }),
    );
    let sentCount = 0;
    await connect(server.baseUrl).generateImage(
      { ...image, seed: "9223372036854775807" },
      {
        ...ignoreImages,
        headers: { "X-Request-Id": "r1", Authorization: "Bearer other" },
        onRequestSent: () => (sentCount += 1),
      },
    );
    const [request, another] = server.seen;
    expect(another).toBeUndefined();
    expect(sentCount).toBe(1);
    expect(request).toMatchObject({ method: "POST", url: "/v1/image_generation" });
    expect(request?.headers).toMatchObject({
      authorization: "Bearer secret-key",
      "content-type": "application/json",
      "x-request-id": "r1",
      connection: "close",
    });
    expect(request?.body).toBe('{"model":"image-01","prompt":"a lighthouse","seed":9223372036854775807}');
  });

  it("takes names from the profile and refuses what the service does not offer", async () => {
    const server = await serve((response) =>
      sendJson(response, { ...success, task_id: 12345678901234567890n.toString() }),
    );
    const global = connect(server.baseUrl, { profile: getShippedProfile("minimax-global") });
    const video = { model: "Vendor-Video-02", first_frame_image: "https://h/f.png" } as const;
    await global.createVideoTask({ ...video, aigc_watermark: false });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({
      model: "MiniMax-Hailuo-02",
      first_frame_image: "https://h/f.png",
    });
    await expect(global.createVideoTask({ ...video, aigc_watermark: true })).rejects.toMatchObject({
      code: "request.not-offered",
      sent: "no",
      problems: [{ path: "aigc_watermark", key: "field.not-offered", values: { field: "aigc_watermark" } }],
    });
    const renamed = overrideProfile(profile, {
      fieldNames: { speech: { timber_weights: "timbre_weights" } },
    });
    const weights = [{ voice_id: "a", weight: 1 }];
    await connect(server.baseUrl, { profile: renamed })
      .synthesizeSpeech({ ...speech, timber_weights: weights }, ignoreAudio)
      .catch(() => undefined);
    expect(JSON.parse(server.seen[1]?.body ?? "")).toMatchObject({ timbre_weights: weights });
    expect(server.seen).toHaveLength(2);
  });

  it("is nothing when the request breaks a rule or the endpoint is missing", async () => {
    const server = await serve((response) => sendJson(response, success));
    const client = connect(server.baseUrl, {
      profile: overrideProfile(profile, { endpoints: { voiceList: null } }),
    });
    await expect(client.generateImage({ ...image, n: 10 }, ignoreImages)).rejects.toMatchObject({
      code: "request.invalid",
      kind: "invalid",
      nothingMade: true,
      problems: [{ path: "n", key: "image.n.range", values: { min: 1, max: 9 } }],
    });
    await expect(client.listVoices()).rejects.toMatchObject({ code: "request.not-offered", sent: "no" });
    expect(server.seen).toHaveLength(0);
  });
});

describe("what an answer means", () => {
  it.each([
    [
      "a refusal with HTTP 200",
      200,
      { base_resp: { status_code: "2013", status_msg: "bad" } },
      "service.invalid-parameters",
      true,
    ],
    ["a refusal with HTTP 400", 400, { base_resp: { status_code: 1026 } }, "service.sensitive", true],
    ["a code nobody described", 200, { base_resp: { status_code: 4711 } }, "service.unlisted", false],
    ["the generic error", 400, { error: 7, message: "no" }, "http.bad-request", true],
    ["the generic error with HTTP 200", 200, { error: 7, message: "no" }, "service.unlisted", false],
    ["HTTP 401", 401, {}, "http.unauthorized", true],
    ["HTTP 404", 404, "<html>", "http.not-found", true],
    ["HTTP 429", 429, {}, "http.rate-limited", true],
    ["HTTP 503", 503, "<html>", "http.server-fault", false],
    ["HTTP 418", 418, {}, "http.unexpected-status", false],
    ["no object", 200, "[]", "answer.shape", false],
    ["an empty body", 200, "", "answer.truncated", false],
  ] as const)("%s", async (_name, status, body, code, nothingMade) => {
    const server = await serve((response) => sendJson(response, body, status));
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code,
      nothingMade,
      httpStatus: status,
      endpoint: "imageGeneration",
      address: server.baseUrl,
    });
    expect(server.seen).toHaveLength(1);
  });

  it("reads trace id, Retry-After and the service's words", async () => {
    const server = await serve((response) => {
      response.setHeader("trace-id", "t-1");
      response.setHeader("retry-after", "7");
      sendJson(response, { base_resp: { status_code: 1002, status_msg: "slow down" } }, 429);
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "service.rate-limited",
      retry: "after-wait",
      retryAfterMs: 7000,
      traceId: "t-1",
      serviceMessage: "slow down",
    });
  });

  it("never follows a redirect, so that the key stays", async () => {
    const other = await serve((response) => sendJson(response, success));
    const server = await serve((response) => {
      response.writeHead(308, { location: `${other.baseUrl}/v1/image_generation` });
      response.end();
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "http.redirect",
    });
    expect(other.seen).toHaveLength(0);
  });

  it("refuses a web page", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>");
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "answer.content-type",
      kind: "malformed",
    });
  });

  it("counts numbers and numeric strings alike, and skips images that are not there", async () => {
    const server = await serve((response) =>
      sendJson(response, {
        ...success,
        id: null,
        data: { image_urls: ["http://h/1", null, "", "http://h/4"] },
        metadata: { success_count: "2", failed_count: 2, more: {} },
        newer: true,
      }),
    );
    expect(await connect(server.baseUrl).generateImage(image, ignoreImages)).toMatchObject({
      images: [
        { index: 0, kind: "url", url: "http://h/1" },
        { index: 3, kind: "url", url: "http://h/4" },
      ],
      successCount: 2,
      failedCount: 2,
      id: null,
    });
  });

  it("keeps the digits of task and file ids", async () => {
    const server = await serve((response) =>
      sendJson(
        response,
        '{"task_id":9223372036854775807,"status":"Success","file_id":9007199254740993,"base_resp":{"status_code":0}}',
      ),
    );
    expect(await connect(server.baseUrl).queryVideoTask("1")).toMatchObject({
      taskId: "9223372036854775807",
      fileId: "9007199254740993",
      state: "success",
    });
    expect(server.seen[0]?.url).toBe("/v1/query/video_generation?task_id=1");
  });

  it.each([
    [
      '{"task_id":"1","status":"Fail","base_resp":{"status_code":1027,"status_msg":"x"}}',
      "service.output-sensitive",
    ],
    ['{"base_resp":{"status_code":1026}}', "service.sensitive"],
    ['{"task_id":"1","status":"failed","base_resp":{"status_code":0}}', null],
  ])("takes %s for a failed task, not for a failed question", async (body, code) => {
    const server = await serve((response) => sendJson(response, body));
    expect(await connect(server.baseUrl).queryVideoTask("1")).toMatchObject({
      state: "failed",
      failure: { code },
    });
  });

  it("tells a refusal of a download from a file that is JSON", async () => {
    let body = '{"base_resp":{"status_code":1004,"status_msg":"no"}}';
    const server = await serve((response) => sendJson(response, body));
    const client = connect(server.baseUrl);
    await expect(client.retrieveContent({ fileId: "5" })).rejects.toMatchObject({
      code: "service.key-rejected",
    });
    body = '{"sentences":[]}';
    const content = await client.retrieveContent({ fileId: "5" });
    expect((await collect(content.body)).toString()).toBe(body);
  });
});

describe("a way that fails", () => {
  it("proves that nothing was sent when the connection is refused", async () => {
    let sent = false;
    const request = connect(`http://127.0.0.1:${await findClosedPort()}`).generateImage(image, {
      ...ignoreImages,
      onRequestSent: () => (sent = true),
    });
    await expect(request).rejects.toMatchObject({
      code: "network.refused",
      kind: "network",
      sent: "no",
      nothingMade: true,
      retry: "after-wait",
    });
    expect(sent).toBe(false);
  });

  it("proves that nothing was sent when there is no such host, or no TLS", async () => {
    await expect(
      connect("http://no-such-host.invalid").generateImage(image, ignoreImages),
    ).rejects.toMatchObject({
      code: "network.name-not-found",
      sent: "no",
    });
    const server = await serve((response) => sendJson(response, success));
    const overTls = connect(server.baseUrl.replace("http:", "https:"));
    await expect(overTls.generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "network.tls",
      sent: "no",
      nothingMade: true,
      retry: "never",
    });
    expect(server.seen).toHaveLength(0);
  });

  it("gives up connecting in time, with nothing sent", async () => {
    const silent = createTcpServer();
    const sockets = new Set<Socket>();
    silent.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    opened.push({
      close: () =>
        new Promise((resolve) => {
          silent.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        }),
    });
    const { port } = silent.address() as AddressInfo;
    const hasty = overrideProfile(profile, {
      endpoints: { imageGeneration: { timeouts: { connectMs: 60 } } },
    });
    const request = connect(`https://127.0.0.1:${port}`, { profile: hasty }).generateImage(
      image,
      ignoreImages,
    );
    await expect(request).rejects.toMatchObject({
      code: "network.connect-timeout",
      kind: "network",
      sent: "no",
    });
  });

  it("leaves the outcome open when the connection breaks after sending", async () => {
    const server = await serve((response) => response.socket?.destroy());
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "network.lost",
      sent: "maybe",
      nothingMade: false,
      outcome: "unknown",
      retry: "never",
    });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ["with", true],
    ["without", false],
  ])("tells a body that ends early, %s a length", async (_name, hasLength) => {
    const server = await serve((response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        ...(hasLength ? { "content-length": "500" } : {}),
      });
      response.write('{"data":{"image_base64":["QUJDRA', () => response.socket?.destroy());
    });
    const ends: string[] = [];
    const request = connect(server.baseUrl).generateImage(image, {
      onImage: async (_index, bytes) => {
        await collect(bytes).catch(() => ends.push("broken"));
      },
    });
    await expect(request).rejects.toMatchObject({ code: "answer.truncated", kind: "malformed" });
    expect(ends).toEqual([]);
  });

  it("breaks the consumer's loop when the image that is coming ends early", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`{"data":{"image_base64":["${"QUJD".repeat(50)}`, () => response.socket?.destroy());
    });
    const failure = Promise.withResolvers<unknown>();
    const request = connect(server.baseUrl).generateImage(image, {
      onImage: (_index, bytes) =>
        collect(bytes).then(
          () => failure.resolve("whole"),
          (error: unknown) => failure.resolve(error),
        ),
    });
    await expect(request).rejects.toMatchObject({ code: "answer.truncated" });
    expect(await failure.promise).toMatchObject({ code: "answer.truncated" });
  });

  it.each([
    ["headersMs", "timeout.headers"],
    ["totalMs", "timeout.total"],
    ["idleMs", "timeout.idle"],
  ] as const)("keeps the profile's %s", async (limit, code) => {
    const server = await serve((response) => {
      if (limit === "headersMs") return;
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"data":');
    });
    const strict = overrideProfile(profile, {
      endpoints: { imageGeneration: { timeouts: { [limit]: 60 } } },
    });
    const request = connect(server.baseUrl, { profile: strict }).generateImage(image, ignoreImages);
    await expect(request).rejects.toMatchObject({ code, kind: "timeout", sent: "maybe", nothingMade: false });
  });

  it("stops before and after sending, and knows the difference", async () => {
    const early = new AbortController();
    early.abort();
    const arrived = Promise.withResolvers<void>();
    const server = await serve(() => arrived.resolve());
    const client = connect(server.baseUrl);
    await expect(
      client.generateImage(image, { ...ignoreImages, signal: early.signal }),
    ).rejects.toMatchObject({
      code: "request.aborted-before-sending",
      kind: "aborted",
      nothingMade: true,
    });
    const late = new AbortController();
    const request = client.generateImage(image, { ...ignoreImages, signal: late.signal });
    const refused = expect(request).rejects.toMatchObject({ code: "request.aborted", nothingMade: false });
    await arrived.promise;
    late.abort();
    await refused;
    expect(server.seen).toHaveLength(1);
  });
});

describe("the backup address of speech", () => {
  const spoken = { ...success, data: { audio: "00ff", status: 2 } };

  it("is asked when nothing was sent to the first", async () => {
    const backup = await serve((response) => sendJson(response, spoken));
    const client = connect(`http://127.0.0.1:${await findClosedPort()}`, { altBaseUrl: backup.baseUrl });
    const result = await client.synthesizeSpeech(speech, ignoreAudio);
    expect(result).toMatchObject({ address: backup.baseUrl, audio: { kind: "bytes", byteCount: 2 } });
  });

  it("is not asked when the first may have it, or has refused it, nor for anything but speech", async () => {
    const backup = await serve((response) => sendJson(response, spoken));
    const dropping = await serve((response) => response.socket?.destroy());
    const refusing = await serve((response) => sendJson(response, { base_resp: { status_code: 1002 } }));
    const closed = `http://127.0.0.1:${await findClosedPort()}`;
    const options = { altBaseUrl: backup.baseUrl };
    await expect(
      connect(dropping.baseUrl, options).synthesizeSpeech(speech, ignoreAudio),
    ).rejects.toMatchObject({
      code: "network.lost",
    });
    await expect(
      connect(refusing.baseUrl, options).synthesizeSpeech(speech, ignoreAudio),
    ).rejects.toMatchObject({
      code: "service.rate-limited",
    });
    await expect(connect(closed, options).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "network.refused",
    });
    expect(backup.seen).toHaveLength(0);
  });

  it("leaves the first address's error when neither is there", async () => {
    const first = `http://127.0.0.1:${await findClosedPort()}`;
    const client = connect(first, { altBaseUrl: `http://127.0.0.1:${await findClosedPort()}` });
    await expect(client.synthesizeSpeech(speech, ignoreAudio)).rejects.toMatchObject({ address: first });
  });
});
