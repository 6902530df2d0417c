import { createHash } from "node:crypto";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { readNumber, writeNumberedVideo } from "../render/testing/numbered-video";
import { VideoReader } from "../render/video-reader";
import { ProxyError, runProxy } from "./run-proxy.server";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-proxy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeProxy(source: string): Promise<string> {
  const bytes = await readFile(source);
  const target = path.join(folder, `${createHash("sha256").update(source).digest("hex")}.mp4`);
  const file = await open(target, "w+");
  try {
    const read = (start: number, end: number) => Promise.resolve(bytes.subarray(start, end));
    expect(await runProxy({ bytes: bytes.length, read }, file.fd)).toBe((await file.stat()).size);
  } finally {
    await file.close();
  }
  return target;
}

describe("the proxy of a video of 1080 lines", () => {
  it("has every frame at its time in 540 lines, with many key frames", async () => {
    const frames = 15;
    const source = await writeNumberedVideo(path.join(folder, "large.mp4"), {
      ...{ frames, frameRate: 30, width: 1_920, height: 1_080 },
    });
    const proxy = await makeProxy(source);
    const input = new Input({ source: new FilePathSource(proxy), formats: ALL_FORMATS });
    const track = (await input.getPrimaryVideoTrack())!;
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([960, 540]);
    const times: number[] = [];
    let keyFrames = 0;
    for await (const { timestamp, type } of new EncodedPacketSink(track).packets()) {
      times.push(timestamp);
      if (type === "key") keyFrames += 1;
    }
    input.dispose();
    // The encoder adds one where a picture is another one altogether.
    expect(keyFrames).toBeGreaterThanOrEqual(3);
    expect(times).toHaveLength(frames);
    for (const [index, time] of times.entries()) expect(Math.abs(time - index / 30)).toBeLessThan(0.0001);
    const reader = await VideoReader.open(proxy, 0);
    const numbers: (number | null)[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      numbers.push(readNumber((await reader.readAt((frame + 0.5) / 30)).planes));
    }
    reader.close();
    expect(numbers).toEqual(Array.from({ length: frames }, (_, frame) => frame));
  });

  it("isn't made of what is no video", async () => {
    const source = path.join(folder, "text.mp4");
    await writeFile(source, "This is no video.");
    await expect(makeProxy(source)).rejects.toBeInstanceOf(ProxyError);
  });
});
