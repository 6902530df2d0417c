import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isCutOff } from "../inspect/is-cut-off.server";
import { measureTimedMedia, UndecodableMediaError } from "../inspect/measure-media.server";
import { sniffMedia } from "../inspect/sniff-media.server";
import { drawVideo, type Colour, listPackets, packFilm } from "../testing/sample-videos";
import { createWebm } from "../testing/sample-media";
import { listBoxes } from "./boxes.server";
import { IndexNotMovableError, planIndexFirst, readIndexFirst } from "./index-first.server";
import { findSamplesEnd, listSampleTables, readOffset, writeOffset } from "./sample-tables.server";

const frames: Colour[] = Array.from({ length: 12 }, (_one, index) => [index * 20, 255 - index * 20, 90]);

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-mp4-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** The result of storing a file: `refused` where it can't be read, is truncated or is no video. */
async function judge(bytes: Uint8Array): Promise<"whole" | "refused"> {
  const file = path.join(root, "judged");
  await writeFile(file, bytes);
  const sniffed = await sniffMedia(file);
  if (!sniffed) return "refused";
  try {
    const measured = await measureTimedMedia(file, sniffed);
    return measured.kind !== "video" || (await isCutOff(file, measured)) ? "refused" : "whole";
  } catch (error) {
    if (error instanceof UndecodableMediaError) return "refused";
    throw error;
  }
}

async function putIndexFirst(bytes: Uint8Array): Promise<Buffer | null> {
  const file = path.join(root, "moved");
  await writeFile(file, bytes);
  const handle = await open(file, "r");
  try {
    const plan = await planIndexFirst(handle);
    if (!plan) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of readIndexFirst(handle, plan)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}

const outline = (bytes: Buffer) =>
  listBoxes(bytes, { bodyStart: 0, end: bytes.length }).map(
    ({ type, start, end }) => `${type} ${end - start}`,
  );

const names = (bytes: Buffer) => outline(bytes).map((line) => line.slice(0, 4));

/** Many offsets of a file: all at both ends, some in between. */
function* placesIn(bytes: Buffer): Generator<number> {
  const step = Math.max(1, Math.floor(bytes.length / 60));
  for (let at = 0; at < bytes.length; at += at < 48 || at > bytes.length - 48 ? 1 : step) yield at;
}

describe("a video that was cut off", () => {
  it.each([
    ["with its index behind the frames", () => drawVideo(frames, {})],
    ["with its index in front of them", () => drawVideo(frames, { indexPlace: "first" })],
    ["of x264", () => readFile("lib/media/testing/videos/h264-b-frames.mp4")],
    ["with sound", () => packFilm(20)],
    [
      "with sound and its index in front",
      async () => (await putIndexFirst(await packFilm(20))) ?? Buffer.alloc(0),
    ],
    ["in WebM", () => createWebm({ width: 64, height: 48, durationSeconds: 2 })],
  ])("%s is detected, wherever it ends", async (_what, make) => {
    const whole = await make();
    await expect(judge(whole)).resolves.toBe("whole");
    for (const end of placesIn(whole)) {
      await expect(judge(whole.subarray(0, end)), `cut at ${end} of ${whole.length}`).resolves.toBe(
        "refused",
      );
    }
  });

  it("in fragments is detected, wherever it ends within one", async () => {
    const whole = await packFilm(12, { isFragmented: true });
    await expect(judge(whole)).resolves.toBe("whole");
    const edges = listBoxes(whole, { bodyStart: 0, end: whole.length }).map(({ end }) => end);
    for (const end of placesIn(whole)) {
      // Between two fragments, nothing shows that more should follow; zeros after a box may be padding.
      if (edges.some((edge) => end >= edge && end < edge + 4)) continue;
      await expect(judge(whole.subarray(0, end)), `cut at ${end}`).resolves.toBe("refused");
    }
  });

  it("and followed by other bytes is detected by the frame positions in its index", async () => {
    const whole = await drawVideo(frames, { indexPlace: "first" });
    const media = listBoxes(whole, { bodyStart: 0, end: whole.length }).find(({ type }) => type === "mdat");
    const shorter = Buffer.from(whole.subarray(0, whole.length - 10));
    shorter.writeUInt32BE(shorter.length - (media?.start ?? 0), media?.start ?? 0);
    await expect(judge(shorter)).resolves.toBe("refused");
  });
});

describe("a video whose index is damaged", () => {
  it.each(["first", "last"] as const)("is rejected or read as before (index %s)", async (indexPlace) => {
    const whole = await drawVideo(frames, { indexPlace });
    const index = listBoxes(whole, { bodyStart: 0, end: whole.length }).find(({ type }) => type === "moov");
    const { start = 0, end = 0 } = index ?? {};
    let refused = 0;
    for (let at = start; at < end - 16; at += 16) {
      const damaged = Buffer.from(whole).fill(0xa5, at, at + 16);
      if ((await judge(damaged)) === "refused") refused += 1;
      else if (indexPlace === "last") {
        // An accepted file can also be reordered, or is left unchanged.
        await putIndexFirst(damaged).catch((error: unknown) =>
          expect(error).toBeInstanceOf(IndexNotMovableError),
        );
      }
    }
    expect(refused).toBeGreaterThan((end - start) / 16 / 3);
  });

  it("is rejected if it has garbage in the middle, zeros, or no entries", async () => {
    const whole = await drawVideo(frames, {});
    const { start = 0, end = 0 } =
      listBoxes(whole, { bodyStart: 0, end: whole.length }).find(({ type }) => type === "moov") ?? {};
    const third = Math.floor((end - start) / 3);
    for (const damaged of [
      Buffer.from(whole).fill(0x3c, start + third, end - third),
      Buffer.from(whole).fill(0, start + third, end - third),
      Buffer.concat([whole.subarray(0, start), whole.subarray(end)]),
      Buffer.alloc(0),
    ]) {
      await expect(judge(damaged)).resolves.toBe("refused");
    }
  });
});

describe("a video whose index claims billions of frames", () => {
  it("is measured without counting them, and found to be cut off", async () => {
    const forged = await drawVideo(frames, {});
    const claim = (type: string, at: number, value: number) =>
      forged.writeUInt32BE(value, forged.indexOf(type) + 8 + at);
    const billions = 0xffff_ffff;
    // One byte per sample, all in one chunk and of one duration.
    claim("stsz", 0, 1);
    claim("stsz", 4, billions);
    claim("stsc", 8, billions);
    claim("stts", 4, billions);
    await expect(judge(forged)).resolves.toBe("refused");
    const measured = await measureTimedMedia(path.join(root, "judged"), {
      kind: "video",
      mimeType: "video/mp4",
    });
    expect(measured.video).toMatchObject({ frameRate: 10 });
    expect(measured.video?.frameCount).toBeGreaterThan(4_000_000_000);
  });
});

describe("a video whose index is put in front", () => {
  it.each([
    ["of the sandbox", () => drawVideo(frames, {})],
    ["of x264, with B frames", () => readFile("lib/media/testing/videos/h264-b-frames.mp4")],
    ["with sound", () => packFilm(60)],
    ["with offsets of 64 bits", async () => widenOffsets(await packFilm(30))],
    ["with a box behind the index", async () => Buffer.concat([await packFilm(10), freeBox(5_000)])],
    ["with its frames in two boxes", async () => splitFrames(await packFilm(10))],
    ["with a box before the frames", async () => insertBox(await packFilm(10), "free")],
  ])("%s has the same packets, bit for bit, and every other byte", async (_what, make) => {
    const before = await make();
    const after = await putIndexFirst(before);
    expect(after).not.toBeNull();
    if (!after) return;
    expect(names(after).indexOf("moov")).toBeLessThan(names(after).indexOf("mdat"));
    expect(after.length).toBe(before.length);
    expect(outline(after).toSorted()).toEqual(outline(before).toSorted());
    const packets = await listPackets(before);
    expect(packets.length).toBeGreaterThan(9);
    await expect(listPackets(after)).resolves.toEqual(packets);
    // Nothing is left to move, and repeating it gives the same bytes.
    await expect(putIndexFirst(after)).resolves.toBeNull();
    await expect(putIndexFirst(before)).resolves.toEqual(after);
  });

  it("keeps the positions of samples around the move", async () => {
    const before = await packFilm(10);
    const after = (await putIndexFirst(before)) ?? Buffer.alloc(0);
    const ends = (bytes: Buffer) => {
      const { start, end } = getBox(bytes, "moov");
      const moov = bytes.subarray(start, end);
      return listSampleTables(moov).map((tables) => findSamplesEnd(moov, tables));
    };
    const { start, end } = getBox(before, "moov");
    expect(ends(after)).toEqual(ends(before).map((at) => at + end - start));
    expect(Math.max(...ends(before))).toBe(getBox(before, "mdat").end);
  });

  it("is not changed if it is already in front, or if there are fragments", async () => {
    await expect(putIndexFirst(await drawVideo(frames, { indexPlace: "first" }))).resolves.toBeNull();
    await expect(putIndexFirst(await packFilm(10, { isFragmented: true }))).resolves.toBeNull();
  });

  it("is rejected if something else may point into the file", async () => {
    const film = await packFilm(10);
    await expect(putIndexFirst(Buffer.concat([film, freeBox(20, "mfra")]))).rejects.toThrow(
      IndexNotMovableError,
    );
    await expect(putIndexFirst(Buffer.concat([film, Buffer.alloc(3)]))).rejects.toThrow(IndexNotMovableError);
    const encrypted = Buffer.from(film);
    encrypted.write("saio", encrypted.lastIndexOf("stsd") + 60, "latin1");
    await expect(putIndexFirst(encrypted)).rejects.toThrow("saio");
  });
});

function getBox(bytes: Buffer, type: string) {
  const box = listBoxes(bytes, { bodyStart: 0, end: bytes.length }).find(
    (candidate) => candidate.type === type,
  );
  if (!box) throw new Error(`There is no ${type}`);
  return box;
}

function freeBox(bytes: number, type = "free"): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write(type, 4, "latin1");
  return box;
}

/** The same file with an additional box after the first one, which moves all samples. */
function insertBox(bytes: Buffer, type: string): Buffer {
  const { end } = getBox(bytes, "ftyp");
  const box = freeBox(64, type);
  const moved = Buffer.from(bytes);
  const { start, end: indexEnd } = getBox(moved, "moov");
  const moov = moved.subarray(start, indexEnd);
  for (const { offsets } of listSampleTables(moov)) {
    for (let chunk = 0; chunk < offsets.count; chunk += 1) {
      const at = offsets.box.bodyStart + 8 + chunk * 4;
      moov.writeUInt32BE(moov.readUInt32BE(at) + box.length, at);
    }
  }
  return Buffer.concat([moved.subarray(0, end), box, moved.subarray(end)]);
}

/** The same file with its `mdat` split between two frames by a second header. */
function splitFrames(bytes: Buffer): Buffer {
  const media = getBox(bytes, "mdat");
  const header = freeBox(8, "mdat");
  const moved = Buffer.from(bytes);
  const moov = moved.subarray(getBox(bytes, "moov").start, getBox(bytes, "moov").end);
  const tables = listSampleTables(moov);
  const offsets = tables.flatMap((each) =>
    Array.from({ length: each.offsets.count }, (_one, chunk) => readOffset(moov, each, chunk)),
  );
  const cutAt = offsets.toSorted((one, other) => one - other)[Math.floor(offsets.length / 2)] ?? 0;
  for (const each of tables) {
    for (let chunk = 0; chunk < each.offsets.count; chunk += 1) {
      const offset = readOffset(moov, each, chunk);
      if (offset >= cutAt) writeOffset(moov, each, chunk, offset + header.length);
    }
  }
  header.writeUInt32BE(media.end - cutAt + header.length);
  moved.writeUInt32BE(cutAt - media.start, media.start);
  return Buffer.concat([moved.subarray(0, cutAt), header, moved.subarray(cutAt)]);
}

/** The same file with `co64` instead of `stco`, like large files. */
function widenOffsets(bytes: Buffer): Buffer {
  const { start, end } = getBox(bytes, "moov");
  return Buffer.concat([bytes.subarray(0, start), widen(bytes.subarray(start, end)), bytes.subarray(end)]);
}

function widen(box: Buffer): Buffer {
  const type = box.toString("latin1", 4, 8);
  if (type === "stco") {
    const count = box.readUInt32BE(12);
    const wide = Buffer.alloc(16 + count * 8);
    wide.writeUInt32BE(wide.length);
    wide.write("co64", 4, "latin1");
    wide.writeUInt32BE(count, 12);
    for (let chunk = 0; chunk < count; chunk += 1) {
      wide.writeBigUInt64BE(BigInt(box.readUInt32BE(16 + chunk * 4)), 16 + chunk * 8);
    }
    return wide;
  }
  if (!["moov", "trak", "mdia", "minf", "stbl"].includes(type)) return box;
  const inside = listBoxes(box, { bodyStart: 8, end: box.length }).map(({ start, end }) =>
    widen(box.subarray(start, end)),
  );
  const whole = Buffer.concat([box.subarray(0, 8), ...inside]);
  whole.writeUInt32BE(whole.length);
  return whole;
}
