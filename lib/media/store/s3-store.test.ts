import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BlobMissingError, blobKey, type BlobStore } from "./blob-store.server";
import { createS3Store } from "./s3-store.server";

interface StoredObject {
  body: Buffer;
  modifiedAt: Date;
}

let server: Server;
let objects: Map<string, StoredObject>;
let requests: string[];
/** Status codes to respond with to the next requests. */
let faults: number[];
/** Whether requests are taken and never answered, or answered in part. */
let frozen: "at once" | "halfway" | null;
let spoolFolder: string;
let store: BlobStore;

beforeEach(async () => {
  vi.stubEnv("STUDIO_LOG_LEVEL", "silent");
  objects = new Map();
  requests = [];
  faults = [];
  frozen = null;
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  spoolFolder = await mkdtemp(path.join(tmpdir(), "reverie-s3-"));
  store = await openStore();
});

function openStore(patienceMs?: number): Promise<BlobStore> {
  return createS3Store({
    bucket: "media",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    spoolFolder,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(spoolFolder, { recursive: true, force: true });
});

/** The subset of the S3 protocol that the store uses, over real HTTP. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "", "http://s3");
  const key = decodeURIComponent(url.pathname).replace(/^\/media\/?/, "");
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  requests.push(`${request.method} ${key}`);
  if (frozen === "at once") return;
  const fault = faults.shift();
  if (fault) return void response.writeHead(fault).end();
  if (request.method === "PUT") {
    const digest = createHash("sha256").update(body).digest("base64");
    if (request.headers["x-amz-checksum-sha256"] !== digest) return void response.writeHead(400).end();
    objects.set(key, { body, modifiedAt: new Date() });
    return void response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (url.searchParams.get("list-type") === "2") return void response.end(listXml(url.searchParams));
  const object = objects.get(key);
  if (!object) {
    return void response
      .writeHead(404)
      .end(request.method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
  }
  const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const part = match ? object.body.subarray(Number(match[1]), Number(match[2]) + 1) : object.body;
  response.writeHead(match ? 206 : 200, {
    "content-length": part.length,
    "last-modified": object.modifiedAt.toUTCString(),
  });
  if (frozen === "halfway") return void response.write(part.subarray(0, part.length / 2));
  response.end(request.method === "HEAD" ? undefined : part);
}

/** Pages of two, to test pagination. */
function listXml(query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const contents = keys.slice(from, from + 2).map((key) => {
    const { body, modifiedAt } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
  });
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
}

async function put(text: string): Promise<string> {
  const writer = await store.createWriter();
  try {
    await writer.write(Buffer.from(text));
    const { sha256 } = await writer.seal();
    await writer.commit(blobKey(sha256));
    return blobKey(sha256);
  } finally {
    await writer.discard();
  }
}

async function readText(key: string, range?: { start: number; end: number }): Promise<string> {
  const chunks = await Array.fromAsync((await store.openRead(key, range)) as AsyncIterable<Buffer>);
  return Buffer.concat(chunks).toString();
}

describe("the S3 store", () => {
  it("stores bytes under their hash and leaves no spool file", async () => {
    const key = await put("0123456789");
    expect([...objects.keys()]).toEqual([key]);
    await expect(readText(key)).resolves.toBe("0123456789");
    await expect(readText(key, { start: 2, end: 4 })).resolves.toBe("234");
    await expect(store.stat(key)).resolves.toMatchObject({ bytes: 10 });
    await expect(readdir(spoolFolder)).resolves.toEqual([]);
  });

  it("distinguishes a missing object from an error", async () => {
    const key = blobKey("0".repeat(64));
    await expect(store.openRead(key)).rejects.toBeInstanceOf(BlobMissingError);
    await expect(store.stat(key)).resolves.toBeNull();
    faults = [403];
    await expect(store.openRead(key)).rejects.toMatchObject({ code: "storage.failed" });
  });

  it("reopens the file when an upload fails temporarily", async () => {
    faults = [503, 500];
    const key = await put("third time");
    await expect(readText(key)).resolves.toBe("third time");
    expect(requests.filter((request) => request === `PUT ${key}`)).toHaveLength(3);
  });

  it("gives up and cleans up if the bucket refuses", async () => {
    faults = [403];
    await expect(put("refused")).rejects.toMatchObject({ code: "storage.failed" });
    expect(objects.size).toBe(0);
    expect(requests).toHaveLength(1);
    await expect(readdir(spoolFolder)).resolves.toEqual([]);
  });

  it("serves other reads and uploads while many readers pause", async () => {
    store = await openStore(2_000);
    const sound = await put("0123456789".repeat(400_000));
    const paused: Awaited<ReturnType<typeof store.openRead>>[] = [];
    while (paused.length < 60) paused.push(await store.openRead(sound));
    const key = await put("a picture");
    await expect(readText(key)).resolves.toBe("a picture");
    await expect(store.stat(key)).resolves.toMatchObject({ bytes: 9 });
    // Longer than the store may stand still.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const [first, ...others] = paused as unknown as AsyncIterable<Buffer>[];
    expect(Buffer.concat(await Array.fromAsync(first!))).toHaveLength(4_000_000);
    expect(others).toHaveLength(59);
    for (const reader of paused) reader.destroy();
  });

  it("reports a store that freezes, and uses it when it is back", async () => {
    store = await openStore(1_000);
    const key = await put("0123456789");
    frozen = "at once";
    await expect(store.stat(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(store.openRead(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(store.remove(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(put("another")).rejects.toMatchObject({ code: "storage.failed" });
    await expect(Array.fromAsync(store.list("blobs/"))).rejects.toMatchObject({ code: "storage.failed" });
    frozen = "halfway";
    await expect(readText(key)).rejects.toMatchObject({ name: "StoreTimeoutError" });
    frozen = null;
    await expect(readText(key)).resolves.toBe("0123456789");
    await put("another");
  });

  it("reports a store that takes an upload no further", async () => {
    store = await openStore(1_000);
    server.removeAllListeners("request");
    // Never read.
    server.on("request", (request: IncomingMessage) => request.pause());
    await expect(put("0123456789".repeat(2_000_000))).rejects.toMatchObject({ code: "storage.failed" });
  });

  it("lists every page", async () => {
    const keys = [await put("a"), await put("b"), await put("c")].sort();
    const listed = await Array.fromAsync(store.list("blobs/"));
    expect(listed.map(({ key }) => key)).toEqual(keys);
  });
});
