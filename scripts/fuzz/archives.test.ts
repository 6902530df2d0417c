import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnpackError } from "@/lib/media/unpack/archive-member";
import { createTar, createZip, forgeZip } from "@/lib/media/unpack/testing/make-archives";
import { unpackMedia } from "@/lib/media/unpack/unpack-media.server";
import { readZip } from "@/sandbox/rules/read-zip";
import { arrive, damaged, pieceLengths, takeCases } from "./cases";

let spoolFolder: string;
let samples: Buffer[];

beforeAll(async () => {
  spoolFolder = await mkdtemp(path.join(tmpdir(), "reverie-fuzz-archives-"));
  const files: [string, Buffer][] = [
    ["out/story.mp3", Buffer.alloc(900, 7)],
    ["out/故事.titles", Buffer.from('[{"text":"狐狸"}]')],
  ];
  const tar = await createTar([[{ name: "out/", type: "directory" }, ""], ...files]);
  const longName = await createTar([[`${"long/".repeat(40)}a`, "x"]]);
  samples = [tar, gzipSync(tar), longName, await createZip(files), forgeZip()];
});

afterAll(() => rm(spoolFolder, { recursive: true }));

/** What is unpacked, as names and bytes, or the fault. */
async function unpack(bytes: Buffer, lengths: readonly number[]) {
  const limits = { maxBytes: 1_000_000, maxMembers: 20 };
  const found: string[] = [];
  try {
    for await (const member of unpackMedia(arrive(bytes, lengths), { limits, spoolFolder })) {
      const content = Buffer.concat(await Array.fromAsync(member.open()));
      expect(content.length).toBeLessThanOrEqual(limits.maxBytes);
      found.push(`${member.path} ${content.toString("latin1")}`);
    }
    return found;
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    return "rejected";
  }
}

describe("a damaged archive", () => {
  it("is unpacked the same in any pieces, or rejected, and leaves no file", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(samples), pieceLengths, async (bytes, lengths) => {
        // A source that yields each byte alone takes too long for archives.
        const longer = lengths.map((length) => length * 16);
        expect(await unpack(bytes, longer)).toEqual(await unpack(bytes, [bytes.length]));
        expect(await readdir(spoolFolder)).toEqual([]);
      }),
      takeCases(150),
    );
  });

  it("is read by the sandbox, or refused", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(samples), async (bytes) => {
        for (const member of (await readZip(bytes)) ?? []) expect(typeof member.name).toBe("string");
      }),
      takeCases(100),
    );
  });
});
