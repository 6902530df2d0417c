import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { Base64Source } from "./contract/media-reference.ts";
import { overrideProfile } from "./profiles/read-profile.ts";
import {
  collect,
  closeAfterTest,
  connect,
  findClosedPort,
  ignoreAudio,
  ignoreImages,
  image,
  profile,
  serve,
  speech,
  success,
} from "./testing/client-fixtures.ts";
import { sendJson } from "./testing/odd-server.ts";

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

  it("gives up connecting after the time limit, with nothing sent", async () => {
    const silent = createTcpServer();
    const sockets = new Set<Socket>();
    silent.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closeAfterTest({
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
  ])("detects a body that ends early, %s a length", async (_name, hasLength) => {
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

  it.each([
    ["breaks", (response: ServerResponse) => response.socket?.destroy()],
    ["falls silent", () => undefined],
  ])("accepts a response that is complete before its connection %s", async (_how, end) => {
    const body = JSON.stringify({ data: { audio: "00ff".repeat(100), status: 2 }, ...success });
    const server = await serve((response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": String(body.length + 9),
      });
      response.write(body, () => end(response));
    });
    const impatient = overrideProfile(profile, {
      endpoints: { musicGeneration: { timeouts: { idleMs: 200 } } },
    });
    const song = connect(server.baseUrl, { profile: impatient }).generateMusic(
      { model: "music-2.6", lyrics: "la" },
      ignoreAudio,
    );
    await expect(song).resolves.toMatchObject({ audio: { kind: "bytes", byteCount: 200 }, status: 2 });
  });

  it("fails the consumer's loop when an image ends early", async () => {
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

  it("aborts before and after sending, and distinguishes them", async () => {
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

  it("is used if nothing was sent to the first", async () => {
    const backup = await serve((response) => sendJson(response, spoken));
    const client = connect(`http://127.0.0.1:${await findClosedPort()}`, { altBaseUrl: backup.baseUrl });
    const result = await client.synthesizeSpeech(speech, ignoreAudio);
    expect(result).toMatchObject({ address: backup.baseUrl, audio: { kind: "bytes", byteCount: 2 } });
  });

  it("is not used if the first may have received or rejected the request, or for other endpoints", async () => {
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

  it("is reported with its whole base address, since the first may have another path on the same host", async () => {
    const server = await serve((response) => sendJson(response, spoken));
    const result = await connect(`${server.baseUrl}/first/`).synthesizeSpeech(speech, ignoreAudio);
    expect(result.address).toBe(`${server.baseUrl}/first`);
    const closed = `http://127.0.0.1:${await findClosedPort()}/first`;
    const backup = connect(closed, { altBaseUrl: `${server.baseUrl}/second/` });
    expect(await backup.synthesizeSpeech(speech, ignoreAudio)).toMatchObject({
      address: `${server.baseUrl}/second`,
    });
  });

  it("reports the error of the first address if neither is reachable", async () => {
    const first = `http://127.0.0.1:${await findClosedPort()}`;
    const client = connect(first, { altBaseUrl: `http://127.0.0.1:${await findClosedPort()}` });
    await expect(client.synthesizeSpeech(speech, ignoreAudio)).rejects.toMatchObject({ address: first });
  });
});

describe("a reference that is read while it is sent", () => {
  const megabyte = Buffer.alloc(1_000_000, 7);

  /** Counts the bytes read. */
  function openReference(megabytes: number) {
    const read = { megabytes: 0 };
    const source = new Base64Source(megabytes * megabyte.length, async function* readOn() {
      for (; read.megabytes < megabytes; read.megabytes += 1) yield megabyte;
    });
    return { read, request: { model: "music-cover", audio_base64: source } as const };
  }
  const analysed = { cover_feature_id: "f-1", ...success };

  it("arrives complete, with its length", async () => {
    const server = await serve((response) => sendJson(response, analysed));
    await connect(server.baseUrl).preprocessCover(openReference(3).request);
    const [{ body, headers }] = server.seen as [(typeof server.seen)[0]];
    const { audio_base64 } = JSON.parse(body) as { audio_base64: string };
    expect(Buffer.from(audio_base64, "base64").equals(Buffer.concat(Array(3).fill(megabyte)))).toBe(true);
    expect(headers).toMatchObject({ "content-length": String(body.length) });
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  it("is read no faster than the service accepts it", async () => {
    const { read, request } = openReference(50);
    const arrived = Promise.withResolvers<IncomingMessage>();
    const slow = createHttpServer((incoming, response) => {
      arrived.resolve(incoming);
      incoming.on("end", () => sendJson(response, analysed));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    closeAfterTest({ close: () => new Promise<void>((resolve) => slow.close(() => resolve())) });
    const { port } = slow.address() as AddressInfo;
    const analysis = connect(`http://127.0.0.1:${port}`).preprocessCover(request);
    const incoming = await arrived.promise;
    // The server reads nothing, so only what fits the buffers in between is read from the source.
    let before = -1;
    await vi.waitFor(
      () => {
        const stoodStill = read.megabytes === before;
        before = read.megabytes;
        expect(stoodStill).toBe(true);
      },
      { interval: 100, timeout: 10_000 },
    );
    expect(read.megabytes).toBeLessThan(30);
    incoming.resume();
    await expect(analysis).resolves.toMatchObject({ coverFeatureId: "f-1" });
    expect(read.megabytes).toBe(50);
  });

  it("may take longer to send than the response may take", async () => {
    const pauseMs = 150;
    const slow = createHttpServer((incoming, response) => {
      let sincePause = 0;
      incoming.on("data", (chunk: Buffer) => {
        sincePause += chunk.length;
        if (sincePause < 5 * megabyte.length) return;
        sincePause = 0;
        incoming.pause();
        setTimeout(() => incoming.resume(), pauseMs);
      });
      incoming.on("end", () => sendJson(response, analysed));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    closeAfterTest({ close: () => new Promise<void>((resolve) => slow.close(() => resolve())) });
    const { port } = slow.address() as AddressInfo;
    const impatient = overrideProfile(profile, {
      endpoints: { coverPreprocess: { timeouts: { headersMs: 1_000 } } },
    });
    const startedAt = performance.now();
    const client = connect(`http://127.0.0.1:${port}`, { profile: impatient });
    await expect(client.preprocessCover(openReference(50).request)).resolves.toMatchObject({
      coverFeatureId: "f-1",
    });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });

  it("is rejected before sending if it is too large", async () => {
    const server = await serve((response) => sendJson(response, analysed));
    const { read, request } = openReference(51);
    await expect(connect(server.baseUrl).preprocessCover(request)).rejects.toMatchObject({
      code: "request.invalid",
      nothingMade: true,
      problems: [{ path: "audio_base64", key: "music.reference.too-large" }],
    });
    expect(read.megabytes).toBe(0);
    expect(server.seen).toHaveLength(0);
  });

  it("accepts a response that arrives before the end of the request", async () => {
    const eager = createHttpServer((_incoming, response) => {
      sendJson(response, { base_resp: { status_code: 1008, status_msg: "empty" } });
    });
    await new Promise<void>((resolve) => eager.listen(0, "127.0.0.1", resolve));
    closeAfterTest({
      close: () =>
        new Promise<void>((resolve) => {
          eager.close(() => resolve());
          eager.closeAllConnections();
        }),
    });
    const { port } = eager.address() as AddressInfo;
    const analysis = connect(`http://127.0.0.1:${port}`).preprocessCover(openReference(50).request);
    await expect(analysis).rejects.toMatchObject({ code: "service.balance", nothingMade: true });
  });

  it("proves that nothing was sent when the connection is refused", async () => {
    const { read, request } = openReference(3);
    const analysis = connect(`http://127.0.0.1:${await findClosedPort()}`).preprocessCover(request);
    await expect(analysis).rejects.toMatchObject({ code: "network.refused", nothingMade: true });
    expect(read.megabytes).toBe(0);
  });

  it("leaves the outcome open if it cannot be read to its end", async () => {
    const server = await serve((response) => sendJson(response, analysed));
    const source = new Base64Source(2_000_000, async function* breakOff() {
      yield megabyte;
      throw new Error("the disk is gone");
    });
    const analysis = connect(server.baseUrl).preprocessCover({ model: "music-cover", audio_base64: source });
    await expect(analysis).rejects.toMatchObject({ name: "ServiceError", sent: "maybe", outcome: "unknown" });
    expect(server.seen).toHaveLength(0);
  });
});
