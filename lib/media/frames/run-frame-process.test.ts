import { describe, expect, it } from "vitest";
import { drawVideo } from "../testing/sample-videos";
import { FrameDecodingError, runFrameProcess, type FrameSource } from "./decode-frame.server";

const video = drawVideo([[10, 20, 30]], {});

async function sourceOf(change: Partial<FrameSource> = {}): Promise<FrameSource> {
  const bytes = await video;
  return {
    bytes: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    ...change,
  };
}

describe("the process that decodes a frame", () => {
  it("reads only existing bytes and returns the frame", async () => {
    const ends: number[] = [];
    const bytes = await video;
    const source = await sourceOf({
      read(start, end) {
        ends.push(end);
        return Promise.resolve(bytes.subarray(start, end));
      },
    });
    await expect(runFrameProcess(source, { kind: "last" })).resolves.toMatchObject({ seconds: 0 });
    expect(Math.max(...ends)).toBeLessThanOrEqual(bytes.length);
  });

  it("is killed after its time limit", async () => {
    const source = await sourceOf({ read: () => new Promise(() => undefined) });
    await expect(runFrameProcess(source, { kind: "last" }, { timeLimitMs: 300 })).rejects.toThrow(
      FrameDecodingError,
    );
  });

  it("reads at most 64 MB at once", async () => {
    // A box that claims 4 GB of index.
    const forged = Buffer.concat([(await video).subarray(0, 32), Buffer.alloc(64)]);
    forged.writeUInt32BE(0xffff_fff0, 32);
    forged.write("moov", 36, "latin1");
    let largest = 0;
    const source: FrameSource = {
      bytes: 5_000_000_000,
      read(start, end) {
        largest = Math.max(largest, end - start);
        if (end - start > 64 * 1_024 * 1_024) return Promise.reject(new Error("So much was asked for"));
        const bytes = Buffer.alloc(end - start);
        if (start < forged.length) forged.copy(bytes, 0, start);
        return Promise.resolve(bytes);
      },
    };
    await expect(runFrameProcess(source, { kind: "last" })).rejects.toThrow(FrameDecodingError);
    expect(largest).toBeLessThanOrEqual(32 * 1_024 * 1_024);
  });

  it("reports why its file cannot be read", async () => {
    const source = await sourceOf({ read: () => Promise.reject(new Error("the disk is gone")) });
    await expect(runFrameProcess(source, { kind: "last" })).rejects.toThrow("the disk is gone");
  });
});
