import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxUploadBodyBytes } from "@/lib/media/stored-asset";

const mebibyte = 1024 * 1024;
const root = path.resolve(import.meta.dirname, "../..");

const servers: ChildProcess[] = [];
let port: number;

/** @returns the port of a new guarded server */
async function startServer(settings: Record<string, string> = {}): Promise<number> {
  const preload = pathToFileURL(path.join(import.meta.dirname, "guard-requests.mjs")).href;
  const program = path.join(root, "scripts/testing/buffering-server.mjs");
  const server = spawn(process.execPath, ["--import", preload, program], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(server);
  return Number(String((await once(server.stdout!, "data"))[0]));
}

beforeAll(async () => {
  port = await startServer();
});

afterAll(async () => {
  const ended = servers.map((server) => once(server, "exit"));
  for (const server of servers) server.kill();
  await Promise.all(ended);
});

interface Outcome {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  /** Bytes of the body that were written before the response. */
  sentBytes: number;
}

/** Sends a body piece by piece until it ends or the server responds. */
async function post(
  path: string,
  bytes: number,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Outcome> {
  const request = send({ host: "127.0.0.1", port, path, method: "POST", agent: false, ...options });
  // A connection that the server closes while the body is on its way.
  request.on("error", () => {});
  const responding = once(request, "response") as Promise<[IncomingMessage]>;
  const sentBytes = await writeUntilResponse(request, bytes, responding);
  const [response] = await responding;
  const text = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text, sentBytes };
}

async function writeUntilResponse(
  request: ClientRequest,
  bytes: number,
  responding: Promise<unknown>,
): Promise<number> {
  let responded = false;
  void responding.finally(() => (responded = true));
  const piece = Buffer.alloc(mebibyte, "x");
  let sent = 0;
  while (sent < bytes && !responded) {
    const next = piece.subarray(0, Math.min(piece.length, bytes - sent));
    sent += next.length;
    if (!request.write(next)) await Promise.race([once(request, "drain"), responding]);
  }
  if (!responded) request.end();
  return sent;
}

async function readMemoryMegabytes(): Promise<number> {
  const { text } = await post("/memory", 0, { method: "GET" });
  return Number(text) / 1024;
}

async function postText(address: string, headers: Record<string, string>, body: string) {
  const response = await fetch(`http://127.0.0.1:${port}${address}`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

/** Writes raw bytes and reads until the server closes the connection. */
async function exchange(text: string, to = port): Promise<string> {
  const socket = connect(to, "127.0.0.1");
  socket.write(text);
  return Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
}

describe("a body above the limit", () => {
  it.each([
    ["with its length", { "content-length": String(400 * mebibyte) }],
    ["in chunks", {}],
    [
      "announced with Expect: 100-continue",
      { "content-length": String(400 * mebibyte), expect: "100-continue" },
    ],
  ])("of 400 MB, sent to sign in %s, is refused early and never held in memory", async (_how, headers) => {
    const before = await readMemoryMegabytes();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => post("/api/auth/callback/credentials", 400 * mebibyte, { headers })),
    );
    for (const { status, headers: answered, text, sentBytes } of outcomes) {
      expect(status).toBe(413);
      expect(answered).toMatchObject({ "content-type": "application/problem+json", connection: "close" });
      expect(JSON.parse(text)).toMatchObject({
        code: "input.too-large",
        status: 413,
        instance: "/api/auth/callback/credentials",
        requestId: answered["x-request-id"],
      });
      expect(sentBytes).toBeLessThan(40 * mebibyte);
    }
    expect((await readMemoryMegabytes()) - before).toBeLessThan(60);
  });

  it("never reaches its reader as if it were complete", async () => {
    const { status, text } = await post("/api/v1/generations", 2 * mebibyte);
    expect(status).toBe(413);
    expect(text).not.toContain("POST");
  });
});

describe("the limit of a path", () => {
  it.each([
    ["/api/auth/callback/credentials", 64 * 1024],
    ["/api/callbacks/video/token", 64 * 1024],
    ["/api/v1/generations", mebibyte],
    ["/settings/account", mebibyte],
    ["/a-route-of-next-year", mebibyte],
    ["/api/v1/films", 4 * mebibyte],
    ["/api/v1/films/8d3c/document", 4 * mebibyte],
    ["/api/v1/films/8d3c", mebibyte],
    ["/api/v1/films/imports/8d3c", mebibyte],
    ["/api/uploads?kind=image", maxUploadBodyBytes],
  ])("%s lets exactly %d bytes pass", async (address, maxBytes) => {
    expect(await post(address, maxBytes)).toMatchObject({ status: 200, text: `POST ${maxBytes}` });
    expect(await post(address, maxBytes + 1)).toMatchObject({ status: 413 });
    const headers = { "content-length": String(maxBytes + 1) };
    expect(await post(address, maxBytes + 1, { headers })).toMatchObject({ status: 413 });
  });
});

describe("a body of JSON", () => {
  const json = { "content-type": "application/json" };
  const action = { "content-type": "text/plain;charset=UTF-8", "next-action": "40bcd6ee86ab4a" };

  it.each([
    ["too deep", "/api/v1/generations", json, "[".repeat(100_000)],
    ["too wide", "/api/v1/connection", json, `[${"0,".repeat(60_000)}0]`],
    ["too deep for next-auth", "/api/auth/callback/credentials", json, "[".repeat(50_000)],
    ["too deep for a server action", "/settings/connection", action, "[".repeat(100_000)],
    ["too wide for a server action", "/settings/connection", action, `[${"0,".repeat(60_000)}0]`],
  ])("is refused if it is %s", async (_what, address, headers, body) => {
    const { status, text } = await postText(address, headers, body);
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: "input.too-complex" });
  });

  it("may have more values where it is a film", async () => {
    const film = `[${"0,".repeat(60_000)}0]`;
    expect(await postText("/api/v1/films/8d3c/document", json, film)).toMatchObject({ status: 200 });
    const tooMuch = `[${"0,".repeat(400_000)}0]`;
    expect(await postText("/api/v1/films", json, tooMuch)).toMatchObject({ status: 413 });
  });

  it("passes if it is long but simple, and so does a file that is uploaded", async () => {
    const long = JSON.stringify({ text: "[".repeat(200_000) });
    expect(await postText("/api/v1/generations", json, long)).toMatchObject({ status: 200 });
    expect(await postText("/api/uploads?name=a.json", json, "[".repeat(100_000))).toMatchObject({
      status: 200,
    });
  });
});

describe("an odd request", () => {
  it.each(["TRACE", "PROPFIND", "LINK"])("is refused for its method %s", async (method) => {
    const { status, headers, text } = await post("/api/v1/generations", 0, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe("DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT");
    expect(JSON.parse(text)).toMatchObject({ code: "input.method" });
  });

  it.each([
    ["headers of 100 KB", `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`, 431],
    ["2 lengths", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", 400],
    ["a length that is no number", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ten\r\n\r\n", 400],
    ["a header without a name", "GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n", 400],
    ["a host that is none", "GET / HTTP/1.1\r\nhost: [::\r\n\r\n", 400],
    ["a path that is none", "GET // HTTP/1.1\r\nhost: a\r\n\r\n", 400],
    ["an origin that is none", "POST / HTTP/1.1\r\nhost: a\r\norigin: ::::\r\n\r\n", 400],
    [
      "a form without a boundary",
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data\r\n\r\n",
      400,
    ],
    ["an upgrade", "GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n", 400],
  ])("is refused because of %s", async (_what, text, status) => {
    const response = await exchange(text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response.toLowerCase()).toContain("content-type: application/problem+json");
    expect(JSON.parse(response.slice(response.indexOf("\r\n\r\n")))).toMatchObject({
      status,
      code: status === 431 ? "input.headers" : "input.malformed",
    });
  });
});

describe("a request that arrives too slowly", () => {
  it.each([
    ["in its headers", "GET / HTTP/1.1\r\nhost: a\r\nx-slow: "],
    ["in its body", "POST /api/v1/generations HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{"],
  ])("is refused if it stops %s", async (_where, text) => {
    const impatient = await startServer({ REQUEST_TIMEOUT_MS: "300" });
    const response = await exchange(text, impatient);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(response.slice(response.indexOf("\r\n\r\n")))).toMatchObject({ code: "input.timeout" });
  });
});

it("lets a film arrive for as long as it takes", async () => {
  const impatient = await startServer({ REQUEST_TIMEOUT_MS: "100" });
  const socket = connect(impatient, "127.0.0.1");
  socket.write(
    "POST /api/v1/films/imports HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{",
  );
  // Another request that began later is refused meanwhile.
  const late = await exchange(
    "POST /api/v1/films HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{",
    impatient,
  );
  expect(late).toMatch(/^HTTP\/1\.1 408 /);
  socket.write("}");
  expect(Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString()).toMatch(
    /^HTTP\/1\.1 200 [^]*POST 2/,
  );
});

it("closes the connection of a refused request, even if its sender keeps it open", async () => {
  const server = await startServer();
  const socket = connect({ port: server, host: "127.0.0.1", allowHalfOpen: true });
  socket.resume().write("GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n");
  await once(socket, "end");
  const countConnections = async () => (await fetch(`http://127.0.0.1:${server}/connections`)).text();
  await expect.poll(countConnections).toBe("1");
  socket.destroy();
});

describe("the headers of a refusal", () => {
  const inert = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cache-control": "no-store",
  };
  const upgrade = "GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n";
  const requests: [string, string][] = [
    ["a method", "TRACE / HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["a body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999\r\n\r\n"],
    ["long headers", `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`],
    ["bytes that are not HTTP", "GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n"],
    ["an upgrade", `${upgrade}\r\n`],
  ];

  async function readHeaders(text: string, to: number): Promise<Record<string, string>> {
    const [head = ""] = (await exchange(text, to)).split("\r\n\r\n", 1);
    const lines = head.split("\r\n").slice(1);
    return Object.fromEntries(
      lines.map((line) => [line.split(": ", 1)[0]!.toLowerCase(), line.replace(/^.*?: /, "")]),
    );
  }

  it.each(requests)("let nothing run, and say nothing of https without it: %s", async (_what, text) => {
    const headers = await readHeaders(text, port);
    expect(headers).toMatchObject(inert);
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  it("keep browsers on https where the studio has it", async () => {
    const secure = await startServer({ STUDIO_PUBLIC_URL: "https://studio.example" });
    for (const [what, text] of requests)
      expect([what, await readHeaders(text, secure)]).toMatchObject([
        what,
        { "strict-transport-security": "max-age=31536000" },
      ]);
    const proxied = await startServer({ STUDIO_TRUST_PROXY: "on" });
    const forwarded = await readHeaders(`${upgrade}x-forwarded-proto: https\r\n\r\n`, proxied);
    expect(forwarded).toHaveProperty("strict-transport-security");
  });
});
