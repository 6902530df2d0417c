import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { streamZip, type ZipEntry } from "./zip.server";

const lastModified = new Date("2026-03-04T05:06:07Z");

function entry(name: string, content: string, bytes = Buffer.byteLength(content)): ZipEntry {
  return { name, bytes, lastModified, open: () => Promise.resolve(Readable.from([Buffer.from(content)])) };
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

/** Names from the central directory, which unpackers use. */
function listNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 1)) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
}

describe("streamZip", () => {
  it("predicts the exact length, with names in any script", async () => {
    const zip = streamZip([entry("狐狸.jpg", "picture"), entry("fox.txt", "x".repeat(100_000))]);
    const bytes = await read(zip.stream);
    expect(bytes.length).toBe(zip.contentLength);
    expect(listNames(bytes)).toEqual(["狐狸.jpg", "fox.txt"]);
    expect(bytes.includes("picture")).toBe(true);
  });

  it("renames entries that a file system would confuse", async () => {
    const zip = streamZip([entry("fox.jpg", "1"), entry("Fox.jpg", "2"), entry("fox.jpg", "3")]);
    const bytes = await read(zip.stream);
    expect(listNames(bytes)).toEqual(["fox.jpg", "Fox (2).jpg", "fox (3).jpg"]);
    expect(bytes.length).toBe(zip.contentLength);
  });

  it("opens one entry at a time, and closes it when the reader leaves", async () => {
    const opened: Readable[] = [];
    const entries = ["a", "b"].map((name) => ({
      ...entry(name, ""),
      bytes: 1_000_000,
      open: () => {
        const source = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(10_000)));
        opened.push(source);
        return Promise.resolve(source);
      },
    }));
    const reader = streamZip(entries).stream.getReader();
    for (let number = 0; number < 5; number += 1) await reader.read();
    await reader.cancel();
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it("aborts if an entry has another length than announced", async () => {
    await expect(read(streamZip([entry("fox.jpg", "short", 1_000)]).stream)).rejects.toThrow(/fox\.jpg/);
  });
});
