import { describe, expect, it } from "vitest";
import { createWavDecoder } from "@/lib/media/peaks/decode/wav-decoder";
import { encodeWav, type DecodedAudio } from "./decode-to-wav";

function makeSound(channels: number, length = 8): DecodedAudio {
  return {
    sampleRate: 8_000,
    numberOfChannels: channels,
    length,
    getChannelData: (channel) =>
      Float32Array.from({ length }, (_, frame) => (channel + 1) * 0.1 + frame / 100),
  };
}

async function decode(blob: Blob) {
  expect(blob.type).toBe("audio/wav");
  return createWavDecoder().decode(new Uint8Array(await blob.arrayBuffer()));
}

describe("encodeWav", () => {
  it("writes what every decoder reads", async () => {
    const { channelData, sampleRateHz } = await decode(encodeWav(makeSound(2), { maxBytes: 1_000 }));
    expect(sampleRateHz).toBe(8_000);
    expect(channelData).toHaveLength(2);
    expect(channelData[0]![3]).toBeCloseTo(0.13, 3);
    expect(channelData[1]![3]).toBeCloseTo(0.23, 3);
  });

  it("mixes to mono what would be too large, and what is neither mono nor stereo", async () => {
    const mixed = await decode(encodeWav(makeSound(2), { maxBytes: 20 }));
    expect(mixed.channelData).toHaveLength(1);
    expect(mixed.channelData[0]![0]).toBeCloseTo(0.15, 3);
    expect((await decode(encodeWav(makeSound(3), { maxBytes: 1_000 }))).channelData[0]![0]).toBeCloseTo(
      0.2,
      3,
    );
  });

  it("clips instead of wrapping around", async () => {
    const loud = { ...makeSound(1, 1), getChannelData: () => Float32Array.of(1.7) };
    expect((await decode(encodeWav(loud, { maxBytes: 1_000 }))).channelData[0]![0]).toBeCloseTo(1, 3);
  });
});
