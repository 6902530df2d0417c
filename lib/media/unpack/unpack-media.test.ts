import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inChunks } from "../testing/sample-media";
import { createTar, createZip, forgeZip, narration, type Files } from "./testing/make-archives";
import type { UnpackLimits } from "./archive-member";
import { unpackMedia } from "./unpack-media.server";

let spoolFolder: string;

beforeEach(async () => {
  spoolFolder = await mkdtemp(path.join(tmpdir(), "reverie-unpack-"));
});

afterEach(async () => {
  expect(await readdir(spoolFolder)).toEqual([]);
  await rm(spoolFolder, { recursive: true });
});

async function unpack(
  source: Buffer | AsyncIterable<Uint8Array>,
  limits: Partial<UnpackLimits> = {},
): Promise<[path: string, content: string][]> {
  const found: [string, string][] = [];
  const bytes = Buffer.isBuffer(source) ? inChunks(source, 333) : source;
  for await (const member of unpackMedia(bytes, { limits, spoolFolder })) {
    const content = Buffer.concat(await Array.fromAsync(member.open()));
    if (member.bytes !== undefined) expect(content.length).toBe(member.bytes);
    found.push([member.path, content.toString("latin1")]);
  }
  return found;
}

const asFound = (files: Files) =>
  files.map(([name, content]) => [name, Buffer.from(content).toString("latin1")]);

describe("what comes out", () => {
  it("the files of a tar, without its folders", async () => {
    const tar = await createTar([[{ name: "out/", type: "directory" }, ""], ...narration]);
    await expect(unpack(tar)).resolves.toEqual(asFound(narration));
  });

  it("the files of a gzipped tar", async () => {
    await expect(unpack(gzipSync(await createTar(narration)))).resolves.toEqual(asFound(narration));
  });

  it("the files of a ZIP, stored or deflated", async () => {
    await expect(unpack(await createZip(narration as [string, Buffer][]))).resolves.toEqual(
      asFound(narration),
    );
    await expect(unpack(forgeZip())).resolves.toEqual([["a.txt", "hello"]]);
  });

  it("names in any script, longer than a tar header holds, and with a leading ./", async () => {
    const long = `${"很长的名字/".repeat(30)}故事.mp3`;
    const tar = await createTar([
      [long, "1"],
      ["./b\\c.mp3", "2"],
    ]);
    await expect(unpack(tar)).resolves.toEqual([
      [long, "1"],
      ["b/c.mp3", "2"],
    ]);
  });

  it.each([
    ["sound", Buffer.from("ID3\x04 and so on")],
    ["one byte", Buffer.from("x")],
    ["something of the length of a tar header", Buffer.alloc(512, 0x30)],
  ])("%s alone, as one member without a name", async (_what, bytes) => {
    await expect(unpack(bytes)).resolves.toEqual([["", bytes.toString("latin1")]]);
    await expect(unpack(gzipSync(bytes))).resolves.toEqual([["", bytes.toString("latin1")]]);
  });

  it("the next member if one was read in part or not at all", async () => {
    for (const archive of [await createTar(narration), await createZip(narration as [string, Buffer][])]) {
      const paths: string[] = [];
      for await (const member of unpackMedia(inChunks(archive), { spoolFolder })) {
        paths.push(member.path);
        if (member.path.endsWith(".mp3")) for await (const chunk of member.open()) if (chunk) break;
      }
      expect(paths).toEqual(narration.map(([name]) => name));
    }
  });

  it("no member twice", async () => {
    for await (const member of unpackMedia(inChunks(await createTar([["a", "1"]])))) {
      member.open();
      expect(() => member.open()).toThrow(/already read/);
    }
  });
});

describe("what is refused", () => {
  it.each(["../evil.mp3", "a/../../evil.mp3", "/etc/passwd", "C:/evil.mp3", "..\\evil.mp3"])(
    "the name %j, in a tar and in a ZIP",
    async (name) => {
      const fault = { fault: "unsafe-path", code: "result.type" };
      await expect(unpack(await createTar([[name, "x"]]))).rejects.toMatchObject(fault);
      await expect(unpack(forgeZip({ name }))).rejects.toMatchObject(fault);
    },
  );

  it("a name with a line break, which a log would show as two", async () => {
    await expect(unpack(await createTar([["a\nb.mp3", "x"]]))).rejects.toMatchObject({
      fault: "unsafe-path",
    });
  });

  it.each([
    ["symlink", { linkname: "/etc/passwd" }],
    ["link", { linkname: "../x" }],
    ["fifo", {}],
    ["character-device", {}],
    ["block-device", {}],
  ] as const)("a %s", async (type, header) => {
    const tar = await createTar([[{ name: "a.mp3", type, ...header }, ""]]);
    await expect(unpack(tar)).rejects.toMatchObject({ fault: "unsafe-member", memberName: "a.mp3" });
  });

  it("a link and an encrypted member in a ZIP", async () => {
    const fault = { fault: "unsafe-member", code: "result.type" };
    await expect(unpack(forgeZip({ unixMode: 0o120777 }))).rejects.toMatchObject(fault);
    await expect(unpack(forgeZip({ flags: 1 }))).rejects.toMatchObject(fault);
  });

  it("a member of 0 bytes, and no bytes at all", async () => {
    const fault = { fault: "empty", code: "result.incomplete" };
    await expect(unpack(await createTar([["a.mp3", ""]]))).rejects.toMatchObject(fault);
    await expect(unpack(await createZip([["a.mp3", ""]]))).rejects.toMatchObject(fault);
    await expect(unpack(Buffer.alloc(0))).rejects.toMatchObject(fault);
    await expect(unpack(gzipSync(Buffer.alloc(0)))).rejects.toMatchObject(fault);
  });

  it("too many members, too many bytes", async () => {
    const archives = [await createTar(narration), await createZip(narration as [string, Buffer][])];
    for (const archive of archives) {
      await expect(unpack(archive, { maxMembers: 2 })).rejects.toMatchObject({ fault: "too-many-members" });
      await expect(unpack(archive, { maxBytes: 3_001 })).rejects.toMatchObject({
        fault: "too-large",
        code: "result.too-large",
      });
    }
    await expect(unpack(Buffer.alloc(100, 1), { maxBytes: 99 })).rejects.toMatchObject({
      fault: "too-large",
    });
  });

  it("an archive bomb, also if it declares a wrong size", async () => {
    const content = Buffer.alloc(20 * 1024 * 1024);
    const fault = { fault: "too-compressed", code: "result.too-large" };
    await expect(unpack(forgeZip({ content }))).rejects.toMatchObject(fault);
    await expect(unpack(gzipSync(content))).rejects.toMatchObject(fault);
    await expect(unpack(forgeZip({ content, size: 100 }))).rejects.toMatchObject({ fault: "damaged" });
  });

  it("a ZIP whose checksum does not match", async () => {
    await expect(unpack(forgeZip({ checksum: 1 }))).rejects.toMatchObject({
      fault: "damaged",
      memberName: "a.txt",
    });
  });

  it("a tar that is cut off at or within a block", async () => {
    const whole = await createTar(narration);
    const members = whole.length - 1024;
    for (let end = 512; end <= members; end += 256) {
      await expect(unpack(whole.subarray(0, end)), `cut at ${end}`).rejects.toMatchObject({
        fault: "truncated",
        code: "result.incomplete",
      });
    }
  });

  it("a gzipped tar or a ZIP that is cut off anywhere", async () => {
    for (const whole of [
      gzipSync(await createTar(narration)),
      await createZip(narration as [string, Buffer][]),
    ]) {
      for (let end = 20; end < whole.length; end += Math.ceil(whole.length / 40)) {
        await expect(unpack(whole.subarray(0, end)), `cut at ${end}`).rejects.toMatchObject({
          fault: expect.stringMatching(/truncated|damaged/) as string,
          code: "result.incomplete",
        });
      }
    }
  });

  it("damage, wherever it is", async () => {
    const gzipped = gzipSync(await createTar(narration));
    gzipped[gzipped.length - 6]! ^= 0xff;
    await expect(unpack(gzipped)).rejects.toMatchObject({ fault: "damaged" });
    const tar = await createTar(narration);
    tar[tar.indexOf("story.titles")]! ^= 0xff;
    await expect(unpack(tar)).rejects.toMatchObject({ fault: "damaged" });
  });
});

describe("the source", () => {
  it("fails with the error of its source, at the first byte and in the middle", async () => {
    const fault = new Error("the connection was lost");
    const archives = [await createTar(narration), gzipSync(await createTar(narration)), forgeZip()];
    for (const archive of archives) {
      for (const end of [0, 100, archive.length - 5]) {
        async function* broken() {
          yield* inChunks(archive.subarray(0, end), 64);
          throw fault;
        }
        await expect(unpack(broken())).rejects.toBe(fault);
      }
    }
  });

  it("is closed when the reader stops", async () => {
    for (const archive of [
      await createTar(narration),
      gzipSync(await createTar(narration)),
      Buffer.alloc(9_000, 1),
    ]) {
      let closed = false;
      async function* watched() {
        try {
          yield* inChunks(archive, 64);
          yield* inChunks(Buffer.alloc(10_000_000), 1_000);
        } finally {
          closed = true;
        }
      }
      for await (const member of unpackMedia(watched(), { spoolFolder })) if (member) break;
      expect(closed).toBe(true);
    }
  });
});
