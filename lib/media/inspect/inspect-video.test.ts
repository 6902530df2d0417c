import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drawVideo, type Colour } from "../testing/sample-videos";
import { measureMedia } from "./measure-media.server";
import { sniffMedia } from "./sniff-media.server";

const grey: Colour = [120, 130, 140];
const blue: Colour = [20, 30, 200];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-inspect-video-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function inspect(bytes: Uint8Array) {
  const file = path.join(root, "file");
  await writeFile(file, bytes);
  const sniffed = await sniffMedia(file);
  return sniffed && (await measureMedia(file, sniffed, { userId: "anyone" }));
}

describe("what a video is", () => {
  it.each(["first", "last"] as const)("is measured with the index %s", async (indexPlace) => {
    const frames = Array.from({ length: 15 }, (_one, index) => (index % 2 === 0 ? grey : blue));
    const found = await inspect(
      await drawVideo(frames, { width: 128, height: 96, framesPerSecond: 10, indexPlace }),
    );
    expect(found).toMatchObject({ kind: "video", mimeType: "video/mp4", width: 128, height: 96 });
    expect(found?.durationSeconds).toBeCloseTo(1.5, 5);
    expect(found?.video).toEqual({
      codec: expect.stringMatching(/^avc1\.42/) as string,
      frameRate: 10,
      frameCount: 15,
      hasSound: false,
    });
  });

  it("is measured for the High profile with B frames, and for HEVC", async () => {
    const high = await inspect(await readFile("lib/media/testing/videos/h264-b-frames.mp4"));
    expect(high?.video).toEqual({ codec: "avc1.64001f", frameRate: 12, frameCount: 24, hasSound: false });
    const hevc = await inspect(await readFile("lib/media/testing/videos/hevc.mp4"));
    expect(hevc?.video).toMatchObject({ frameRate: 25, frameCount: 6, hasSound: false });
    expect(hevc?.video?.codec).toMatch(/^h(ev|vc)1\.1\./);
  });

  it("is measured for a single frame", async () => {
    const found = await inspect(await drawVideo([grey], { framesPerSecond: 4 }));
    expect(found?.video).toMatchObject({ frameRate: 4, frameCount: 1 });
  });
});
