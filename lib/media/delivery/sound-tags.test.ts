import { parseBuffer } from "music-metadata";
import { describe, expect, it } from "vitest";
import { createTone, encodeFlac, encodeMp3, encodePcm, wrapWav } from "../testing/sample-audio";
import { tagHeadBytes, tagSound, type SoundTags } from "./sound-tags";

const tone = createTone({ durationSeconds: 1.5, sampleRateHz: 16_000, channels: 2 });
const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 16_000, channels: 2 };
const tags = { title: "Hafenwalzer 港口", comment: "Slow waltz; “brushed” drums\nand a tired baritone" };

function tag(bytes: Uint8Array, mimeType: string, wanted: SoundTags = tags): Buffer | null {
  const parts = tagSound({ mimeType, bytes: bytes.length }, bytes.subarray(0, tagHeadBytes), wanted);
  return (
    parts &&
    Buffer.concat(
      parts.map((part) => (part instanceof Uint8Array ? part : bytes.subarray(part.start, part.end + 1))),
    )
  );
}

const sounds: [string, () => Promise<Buffer> | Buffer][] = [
  ["audio/mpeg", () => encodeMp3(tone)],
  ["audio/flac", () => encodeFlac(tone)],
  ["audio/wav", () => wrapWav(encodePcm(tone), format)],
  ["audio/wav", () => wrapWav(new Uint8Array(1_001), { ...format, bitsPerSample: 8, channels: 1 })],
];

describe.each(sounds)("tags in %s", (mimeType, make) => {
  it("are read by other programs and do not change the audio", async () => {
    const plain = await make();
    const tagged = tag(plain, mimeType)!;
    const { common, format: found } = await parseBuffer(tagged, { mimeType }, { duration: true });
    expect(common.title).toBe(tags.title);
    expect(common.comment?.[0]?.text).toBe(tags.comment);
    const { format: before } = await parseBuffer(plain, { mimeType }, { duration: true });
    expect(found.duration).toBeCloseTo(before.duration!, 3);
    expect(tagged.includes(plain.subarray(plain.length - 400))).toBe(true);
    if (mimeType === "audio/wav") expect(tagged.readUInt32LE(4)).toBe(tagged.length - 8);
  });

  it("replace existing tags", async () => {
    const twice = tag(tag(await make(), mimeType)!, mimeType, { title: "Second" })!;
    const { common } = await parseBuffer(twice, { mimeType });
    expect(common.title).toBe("Second");
  });
});

describe("tagSound", () => {
  it("does not change a file that it cannot tag", () => {
    expect(tag(Buffer.from("OggS and so on"), "audio/ogg")).toBeNull();
    expect(tag(Buffer.from("fLaC"), "audio/flac")).toBeNull();
    expect(tag(Buffer.from("RIFFxxxxWAVE"), "audio/wav")).toBeNull();
  });

  it("does not change an MP3 whose tag claims more than the file", () => {
    const boasting = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 1, 0, 0]), Buffer.alloc(90)]);
    expect(tag(boasting, "audio/mpeg")).toBeNull();
    expect(tag(boasting.subarray(0, 10), "audio/mpeg")).toBeNull();
  });

  it("does not change a WAV of unknown length", () => {
    const endless = wrapWav(encodePcm(tone), format);
    endless.writeUInt32LE(0xffff_ffff, 4);
    expect(tag(endless, "audio/wav")).toBeNull();
  });
});
