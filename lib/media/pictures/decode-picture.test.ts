import { type ChildProcess, execFile } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { limitDecoders } from "../decoding/decoder-process.server";
import { memoryExitCode } from "../decoding/limit-decoder";
import { forgeInterlacedPng, forgeSize, pictureFormats } from "../testing/forged-pictures";
import { drawPicture } from "../testing/sample-media";
import { decodePicture, makePicture } from "./decode-picture.server";
import { expectPicture, runPictureProcess } from "./picture-process.server";

const check = { kind: "check" } as const;

const turn = { userId: "anyone" };

function fileOf(bytes: Buffer) {
  return { bytes: bytes.length, turn, open: () => [bytes] };
}

describe("decodePicture", () => {
  it.each(pictureFormats)("refuses a %s by the size in its header", async (format) => {
    const bytes = await forgeSize(format, 20_000);
    expect(bytes.length).toBeLessThan(30_000);
    await expect(decodePicture(fileOf(bytes), check)).rejects.toMatchObject({ fault: "too-complex" });
  });

  it("refuses an interlaced PNG of 10,000 x 10,000 with 16 bits by its header of 33 bytes", async () => {
    const bytes = await forgeInterlacedPng();
    expect((await sharp(bytes).metadata()).isProgressive).toBe(true);
    await expect(decodePicture(fileOf(bytes), check)).rejects.toMatchObject({
      fault: "too-complex",
      message: "It decodes to 1200000000 bytes",
      size: { width: 10_000, height: 10_000 },
    });
    // Without pixels, decoding it would report damage.
    const cut = Buffer.concat([bytes.subarray(0, 33), Buffer.from([0, 0, 0, 9]), Buffer.from("IDAT")]);
    await expect(decodePicture(fileOf(cut), check)).rejects.toMatchObject({ fault: "too-complex" });
  });

  it("refuses a file of more than 128 MB without reading it", async () => {
    const file = { bytes: 129 * 1_024 * 1_024, turn, open: () => Promise.reject(new Error("It was opened")) };
    await expect(decodePicture(file, check)).rejects.toMatchObject({ fault: "too-complex" });
  });

  it("decodes the first frame of an animation only", async () => {
    const frames = 300;
    const pixels = Buffer.alloc(64 * 64 * frames * 3);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7) % 251;
    const raw = { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 } as const;
    const bytes = await sharp(pixels, { raw }).gif().toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(frames);
    const thumbnail = await makePicture(fileOf(bytes), { kind: "thumbnail", width: 160 });
    await expect(sharp(thumbnail).metadata()).resolves.toMatchObject({ width: 64, height: 64 });
  });

  it("takes results that are owed first, then another person's image, then the rest of one's many", async () => {
    const bytes = await drawPicture().png().toBuffer();
    const opened: string[] = [];
    const decode = (name: string, isOwed = false) => {
      const open = () => {
        opened.push(name);
        return [bytes];
      };
      return decodePicture({ bytes: bytes.length, turn: { userId: name, isOwed }, open }, check);
    };
    const running = Math.max(1, availableParallelism() - 1);
    const many = Array.from({ length: running + 3 }, () => decode("many"));
    await Promise.all([...many, decode("other"), decode("many", true)]);
    expect(opened.slice(running)).toEqual(["many", "other", "many", "many", "many"]);
  });

  it("goes on after images that can't be decoded", async () => {
    const good = await drawPicture().png().toBuffer();
    for (const bytes of [good, good.subarray(0, good.length / 2), Buffer.from("no image"), good]) {
      const outcome = decodePicture(fileOf(bytes), check);
      if (bytes === good) await expect(outcome).resolves.toMatchObject({ size: { width: 64, height: 48 } });
      else await expect(outcome).rejects.toMatchObject({ fault: "damaged" });
    }
  });
});

describe("the process that decodes images", () => {
  it("is killed after its time limit", async () => {
    async function* endless() {
      yield Buffer.from("GIF89a");
      await new Promise(() => undefined);
    }
    await expect(
      runPictureProcess({ source: endless(), order: check, timeLimitMs: 300 }),
    ).rejects.toMatchObject({ fault: "unfinished" });
  });

  it("ends itself above its memory limit", async () => {
    const limits = pathToFileURL(path.resolve("lib/media/decoding/limit-decoder.ts")).href;
    const program = `
      const { limitDecoder } = await import(${JSON.stringify(limits)});
      limitDecoder();
      const kept = [];
      setInterval(() => kept.push(Buffer.alloc(200_000_000, 1)), 30);`;
    const code = await new Promise((resolve) => {
      execFile(process.execPath, ["--input-type=module", "-e", program], (error) => resolve(error?.code));
    });
    expect(code).toBe(memoryExitCode);
  });

  it("is started before its image arrives, and stays while one is expected", async () => {
    const started: ChildProcess[] = [];
    const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    subscribe("child_process", onStart);
    try {
      const picture = await drawPicture().png().toBuffer();
      const ends = [expectPicture(), expectPicture()];
      vi.advanceTimersByTime(600_000);
      expect(started).toHaveLength(1);
      await decodePicture(fileOf(picture), check);
      for (const end of ends) {
        vi.advanceTimersByTime(600_000);
        expect(started[0]!.killed).toBe(false);
        end();
        end();
      }
      vi.advanceTimersByTime(600_000);
      expect(started.map(({ killed }) => killed)).toEqual([true]);
    } finally {
      unsubscribe("child_process", onStart);
      vi.useRealTimers();
    }
  });

  it("reports why its image cannot be read", async () => {
    const file = { bytes: 1, turn, open: () => Promise.reject(new Error("the disk is gone")) };
    await expect(decodePicture(file, check)).rejects.toThrow("the disk is gone");
  });
});

describe("limitDecoders", () => {
  it("runs one decoder less than there are cores, and at least one", async () => {
    let running = 0;
    let most = 0;
    const decode = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 4 * availableParallelism() }, () => limitDecoders(turn, decode)));
    expect(most).toBe(Math.max(1, availableParallelism() - 1));
  });
});
