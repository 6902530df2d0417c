import type { IncomingMessage } from "node:http";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getLogger } from "@/lib/errors/logger.server";
import { S3Server, testCredentials } from "../testing/s3-server";
import { BlobMissingError, blobKey, type BlobStore } from "./blob-store.server";
import { createS3Store } from "./s3-store.server";

let server: S3Server;
let spoolFolder: string;
let store: BlobStore;

beforeEach(async () => {
  vi.stubEnv("STUDIO_LOG_LEVEL", "silent");
  server = await S3Server.start();
  spoolFolder = await mkdtemp(path.join(tmpdir(), "reverie-s3-"));
  store = await openStore();
});

function openStore(patienceMs?: number): Promise<BlobStore> {
  return createS3Store({
    bucket: "media",
    region: "us-east-1",
    endpoint: server.address,
    credentials: testCredentials,
    publicEndpoint: server.address,
    spoolFolder,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
}

afterEach(async () => {
  await server.close();
  await rm(spoolFolder, { recursive: true, force: true });
});

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

describe("links to the S3 store", () => {
  const headers = { type: "audio/mpeg", disposition: `attachment; filename="a song.mp3"` };

  it("give a file with its type and name, whole or in part, to whoever has them", async () => {
    const link = await store.createLink!(await put("0123456789"), headers);
    const whole = await fetch(link);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    expect(whole.headers.get("content-disposition")).toBe(headers.disposition);
    expect(await whole.text()).toBe("0123456789");
    const part = await fetch(link, { headers: { range: "bytes=7-" } });
    expect([part.status, await part.text()]).toEqual([206, "789"]);
  });

  it("are the same for an hour, so that a browser finds what it has, and end after at most two", async () => {
    const key = await put("0123456789");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-24T10:00:01Z") });
    try {
      const link = await store.createLink!(key, headers);
      vi.setSystemTime(Date.parse("2026-11-24T10:59:59Z"));
      expect(await store.createLink!(key, headers)).toBe(link);
      expect((await fetch(link)).status).toBe(200);
      vi.setSystemTime(Date.parse("2026-11-24T11:00:00Z"));
      expect(await store.createLink!(key, headers)).not.toBe(link);
      expect((await fetch(link)).status).toBe(200);
      vi.setSystemTime(Date.parse("2026-11-24T12:00:01Z"));
      expect((await fetch(link)).status).toBe(403);
    } finally {
      vi.useRealTimers();
    }
  });

  it("name one file and nothing else", async () => {
    const [one, other] = [await put("one"), await put("other")];
    const link = new URL(await store.createLink!(one, headers));
    link.pathname = link.pathname.replace(one, other);
    expect((await fetch(link)).status).toBe(403);
  });
});

describe("the S3 store", () => {
  it("stores bytes under their hash and leaves no spool file", async () => {
    const key = await put("0123456789");
    expect([...server.objects.keys()]).toEqual([key]);
    await expect(readText(key)).resolves.toBe("0123456789");
    await expect(readText(key, { start: 2, end: 4 })).resolves.toBe("234");
    await expect(store.stat(key)).resolves.toMatchObject({ bytes: 10 });
    await expect(readdir(spoolFolder)).resolves.toEqual([]);
  });

  it("distinguishes a missing object from an error", async () => {
    const key = blobKey("0".repeat(64));
    await expect(store.openRead(key)).rejects.toBeInstanceOf(BlobMissingError);
    await expect(store.stat(key)).resolves.toBeNull();
    server.faults = [403];
    await expect(store.openRead(key)).rejects.toMatchObject({ code: "storage.failed" });
  });

  it("logs what the SDK calls an error for debugging only, without what is stored", async () => {
    const logger = getLogger();
    const loud = [vi.spyOn(logger, "warn"), vi.spyOn(logger, "error"), vi.spyOn(console, "warn")];
    const debug = vi.spyOn(logger, "debug");
    await expect(store.openRead(blobKey("0".repeat(64)))).rejects.toThrow(BlobMissingError);
    server.faults = [403];
    await expect(put("a secret text")).rejects.toThrow();
    expect(debug.mock.calls).toEqual([
      [{ command: "GetObjectCommand", error: "NoSuchKey", status: 404 }, "S3"],
      [{ content: expect.stringContaining("non-retryable") }, "S3"],
      [{ command: "PutObjectCommand", error: expect.any(String), status: 403 }, "S3"],
    ]);
    for (const spy of loud) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("reopens the file when an upload fails temporarily", async () => {
    server.faults = [503, 500];
    const key = await put("third time");
    await expect(readText(key)).resolves.toBe("third time");
    expect(server.requests.filter((request) => request === `PUT ${key}`)).toHaveLength(3);
  });

  it("gives up and cleans up if the bucket refuses", async () => {
    server.faults = [403];
    await expect(put("refused")).rejects.toMatchObject({ code: "storage.failed" });
    expect(server.objects.size).toBe(0);
    expect(server.requests).toHaveLength(1);
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
    server.frozen = "at once";
    await expect(store.stat(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(store.openRead(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(store.remove(key)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(put("another")).rejects.toMatchObject({ code: "storage.failed" });
    await expect(Array.fromAsync(store.list("blobs/"))).rejects.toMatchObject({ code: "storage.failed" });
    server.frozen = "halfway";
    await expect(readText(key)).rejects.toMatchObject({ name: "StoreTimeoutError" });
    server.frozen = null;
    await expect(readText(key)).resolves.toBe("0123456789");
    await put("another");
  });

  it("reports a store that takes an upload no further", async () => {
    store = await openStore(1_000);
    server.http.removeAllListeners("request");
    // Never read.
    server.http.on("request", (request: IncomingMessage) => request.pause());
    await expect(put("0123456789".repeat(2_000_000))).rejects.toMatchObject({ code: "storage.failed" });
  });

  it("lists every page", async () => {
    const keys = [await put("a"), await put("b"), await put("c")].sort();
    const listed = await Array.fromAsync(store.list("blobs/"));
    expect(listed.map(({ key }) => key)).toEqual(keys);
  });
});
