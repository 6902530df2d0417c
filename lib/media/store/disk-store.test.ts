import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BlobMissingError, blobKey, derivedKey, type BlobListing, type BlobStore } from "./blob-store.server";
import { createDiskStore } from "./disk-store.server";

let root: string;
let store: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-store-"));
  store = createDiskStore(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function put(text: string): Promise<string> {
  const writer = await store.createWriter();
  await writer.write(Buffer.from(text));
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  return blobKey(sha256);
}

async function readText(key: string, range?: { start: number; end: number }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.openRead(key, range)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function listKeys(): Promise<string[]> {
  const found: BlobListing[] = [];
  for await (const listing of store.list("blobs/")) found.push(listing);
  return found.map(({ key }) => key);
}

describe("writing", () => {
  it("stores bytes under their SHA-256 and leaves no temporary file", async () => {
    const key = await put("hello");
    const sha256 = createHash("sha256").update("hello").digest("hex");
    expect(key).toBe(`blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
    await expect(readText(key)).resolves.toBe("hello");
    await expect(readdir(path.join(root, "tmp"))).resolves.toEqual([]);
  });

  it("joins many chunks in order", async () => {
    const chunks = Array.from({ length: 5_000 }, (_, index) => `${index}-`.repeat(20));
    const writer = await store.createWriter();
    for (const chunk of chunks) await writer.write(Buffer.from(chunk));
    const { sha256, bytes } = await writer.seal();
    await writer.commit(blobKey(sha256));
    expect(bytes).toBe(chunks.join("").length);
    expect(sha256).toBe(createHash("sha256").update(chunks.join("")).digest("hex"));
    await expect(readText(blobKey(sha256))).resolves.toBe(chunks.join(""));
  });

  it("stores equal bytes once, and readers of the first copy continue", async () => {
    const key = await put("twice");
    const reader = await store.openRead(key);
    expect(await put("twice")).toBe(key);
    await expect(listKeys()).resolves.toEqual([key]);
    const chunks = await Array.fromAsync(reader as AsyncIterable<Buffer>);
    expect(Buffer.concat(chunks).toString()).toBe("twice");
  });

  it("shows nothing under a key before commit and nothing after discard", async () => {
    const writer = await store.createWriter();
    await writer.write(Buffer.from("draft"));
    await writer.seal();
    await expect(listKeys()).resolves.toEqual([]);
    await writer.discard();
    await expect(readdir(path.join(root, "tmp"))).resolves.toEqual([]);
  });

  it("reports a data folder that cannot be written", async () => {
    await writeFile(path.join(root, "tmp"), "a file where a folder belongs");
    await expect(store.createWriter()).rejects.toMatchObject({ code: "storage.failed" });
  });
});

describe("reading", () => {
  it("reads a part, both ends included", async () => {
    const key = await put("0123456789");
    await expect(readText(key, { start: 2, end: 4 })).resolves.toBe("234");
  });

  it("distinguishes a missing blob from an error", async () => {
    const key = blobKey("0".repeat(64));
    await expect(store.openRead(key)).rejects.toBeInstanceOf(BlobMissingError);
    await expect(store.stat(key)).resolves.toBeNull();
    await expect(store.remove(key)).resolves.toBeUndefined();
  });

  it("removes what is derived from a blob, and nothing else", async () => {
    const [own, other] = ["a".repeat(64), `${"a".repeat(63)}b`];
    for (const key of [
      derivedKey(own, "w320.webp"),
      derivedKey(own, "w640.webp"),
      derivedKey(other, "w320.webp"),
    ]) {
      const writer = await store.createWriter();
      await writer.write(Buffer.from("thumbnail"));
      await writer.seal();
      await writer.commit(key);
    }
    await store.removeDerived(own);
    await store.removeDerived(own);
    const left = await Array.fromAsync(store.list("derived/"));
    expect(left.map(({ key }) => key)).toEqual([derivedKey(other, "w320.webp")]);
  });

  it("builds paths only from hashes", () => {
    expect(() => blobKey("../../etc/passwd")).toThrow();
  });
});

describe("cleaning", () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const anHourAgo = new Date(Date.now() - 3_600_000);

  it("removes idle temporary files, but none that is being written", async () => {
    const live = await store.createWriter();
    await live.write(Buffer.from("live"));
    const dead = path.join(root, "tmp", "killed.part");
    await writeFile(dead, "half");
    await utimes(dead, yesterday, yesterday);
    await expect(store.cleanTemp(anHourAgo)).resolves.toBe(1);
    const { sha256 } = await live.seal();
    await live.commit(blobKey(sha256));
    await expect(readText(blobKey(sha256))).resolves.toBe("live");
  });

  it("removes what earlier versions left beside them, and nothing else", async () => {
    const tmp = path.join(root, "tmp");
    await mkdir(tmp, { recursive: true });
    for (const name of ["a.row", "b.part", "notes.txt"]) await writeFile(path.join(tmp, name), "");
    await expect(store.cleanTemp(new Date(Date.now() + 60_000))).resolves.toBe(2);
    await expect(readdir(tmp)).resolves.toEqual(["notes.txt"]);
  });

  it("finds nothing to clean in a missing folder", async () => {
    await expect(store.cleanTemp(anHourAgo)).resolves.toBe(0);
    await expect(listKeys()).resolves.toEqual([]);
  });
});
