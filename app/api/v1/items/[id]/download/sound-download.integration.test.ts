import { readFile } from "node:fs/promises";
import { parseBuffer } from "music-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeFile } from "@/lib/media/testing/decode-file";
import { measureLoudness, measureTruePeak } from "@/lib/media/testing/measure-sound";
import {
  createTone,
  encodeFlac,
  encodeMp3,
  encodeOpus,
  type SampleSound,
} from "@/lib/media/testing/sample-audio";
import { openZip } from "@/lib/media/unpack/unpack-zip.server";
import {
  createDownloadFixture,
  createSwell,
  type DownloadFixture,
  lyrics,
  prompt,
  readFileResponse,
  soundTypes,
  toWav,
} from "./testing/download-fixture";

const formats = Object.keys(soundTypes) as (keyof typeof soundTypes)[];

let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await createDownloadFixture();
});
afterAll(() => fixture.close());

function findPeak({ channelData }: SampleSound): number {
  return channelData[0]!.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** By how many samples a sound trails another: where they match best. */
function findShift(one: SampleSound, other: SampleSound): number {
  const [before, after] = [one.channelData[0]!, other.channelData[0]!];
  const score = (shift: number) => {
    let sum = 0;
    for (let index = 2_000; index < before.length - 2_000; index += 1)
      sum += before[index]! * after[index + shift]!;
    return sum;
  };
  const shifts = Array.from({ length: 41 }, (_, index) => index - 20);
  return shifts.reduce((best, shift) => (score(shift) > score(best) ? shift : best));
}

/** All texts in an object. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

describe("a converted sound", () => {
  const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
  it.each(rates.flatMap((rate) => [[rate, 1] as const, [rate, 2] as const]))(
    "keeps its length, level, sample rate and channels: %i Hz, %i channels",
    async (sampleRateHz, channels) => {
      const source = createSwell(sampleRateHz, channels);
      const id = await fixture.store(toWav(source));
      for (const format of ["mp3", "flac", "m4a"] as const) {
        const response = await fixture.get(id, `format=${format}`);
        expect(response.headers.get("content-type")).toBe(soundTypes[format]);
        expect(response.headers.get("content-disposition")).toContain(`"hafenwalzer.${format}"`);
        const bytes = await readFileResponse(response);
        const found = await decodeFile(bytes, soundTypes[format]);
        expect([format, found.sampleRateHz, found.channelData.length]).toEqual([
          format,
          sampleRateHz,
          channels,
        ]);
        const missing = found.channelData[0]!.length - source.channelData[0]!.length;
        expect(Math.abs(missing / sampleRateHz)).toBeLessThan(0.03);
        expect(Math.abs(findShift(source, found))).toBeLessThanOrEqual(2);
        expect(Math.abs(findPeak(found) - findPeak(source))).toBeLessThan(0.05);
        const { format: told } = await parseBuffer(
          bytes,
          { mimeType: soundTypes[format] },
          { duration: true },
        );
        expect(Math.abs(told.duration! - 3)).toBeLessThan(sampleRateHz < 16_000 ? 0.2 : 0.1);
      }
    },
  );

  it.each([
    ["MP3", () => encodeMp3(createSwell(32_000, 2), { bitrate: 128 })],
    ["FLAC", () => encodeFlac(createSwell(44_100, 2))],
    ["Opus", () => encodeOpus(createSwell(48_000, 1))],
  ])("comes from %s", async (_name, make) => {
    const bytes = await make();
    const id = await fixture.store(bytes);
    for (const format of formats) {
      const found = await decodeFile(
        await readFileResponse(await fixture.get(id, `format=${format}`)),
        soundTypes[format],
      );
      const seconds = found.channelData[0]!.length / found.sampleRateHz;
      expect(Math.abs(seconds - 3)).toBeLessThan(0.1);
      expect(findPeak(found)).toBeGreaterThan(0.3);
    }
  });

  it("is the same samples where nothing is lost", async () => {
    const source = createSwell(44_100, 2);
    const flac = await readFileResponse(await fixture.get(await fixture.store(toWav(source)), "format=flac"));
    const wav = await readFileResponse(await fixture.get(await fixture.store(flac), "format=wav"));
    expect(wav.subarray(44).equals(toWav(source).subarray(44))).toBe(true);
  });

  it("has title, prompt, lyrics, date, model and parameters", async () => {
    const id = await fixture.store(toWav(createSwell(32_000, 1)));
    for (const format of formats) {
      const bytes = await readFileResponse(
        await fixture.get(id, `format=${format}&loudness=-16&metadata=embedded`),
      );
      const { common, native } = await parseBuffer(bytes, { mimeType: soundTypes[format] });
      expect([format, common.title]).toEqual([format, "Hafenwalzer"]);
      expect(JSON.stringify(common.comment)).toContain("A slow waltz, 港口");
      expect(JSON.stringify([common.lyrics, native])).toContain("The harbour sleeps");
      expect(JSON.stringify(native)).toContain("music-01");
      expect(listTexts(native)).toContainEqual(expect.stringMatching(/^\{.*"prompt":"A slow waltz, 港口"/));
      expect(String(common.date ?? common.year)).toContain(String(new Date().getUTCFullYear()));
    }
  });

  it("has nothing but its title, if wanted", async () => {
    const id = await fixture.store(toWav(createSwell(32_000, 1)));
    for (const format of formats) {
      const bytes = await readFileResponse(
        await fixture.get(id, `format=${format}&loudness=-16&metadata=title`),
      );
      const { common, native } = await parseBuffer(bytes, { mimeType: soundTypes[format] });
      expect([format, common.title]).toEqual([format, "Hafenwalzer"]);
      expect(JSON.stringify([common, native])).not.toMatch(/waltz|harbour|music-01/);
    }
  });

  it("comes with a file about it", async () => {
    const id = await fixture.store(toWav(createSwell(16_000, 1)));
    const zip = await openZip(await readFileResponse(await fixture.get(id, "format=mp3&metadata=sidecar")));
    const members = new Map<string, Buffer>();
    for await (const member of zip.members())
      members.set(member.name, Buffer.concat(await Array.fromAsync(member.read())));
    expect([...members.keys()]).toEqual(["hafenwalzer.mp3", "hafenwalzer.json"]);
    expect(findPeak(await decodeFile(members.get("hafenwalzer.mp3")!, "audio/mpeg"))).toBeGreaterThan(0.3);
    expect(JSON.parse(members.get("hafenwalzer.json")!.toString())).toMatchObject({
      name: "hafenwalzer.mp3",
      parameters: { prompt, lyrics },
    });
  });

  it("stays as it is where it has the format already", async () => {
    const bytes = await encodeMp3(createSwell(32_000, 1));
    const response = await fixture.get(await fixture.store(bytes), "format=mp3");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect((await readFileResponse(response)).equals(bytes)).toBe(true);
  });
});

describe("loudness", () => {
  it.each([
    ["mp3", -14],
    ["wav", -16],
    ["flac", -14],
    ["m4a", -16],
  ] as const)("of a real song as %s is %i LUFS", async (format, loudness) => {
    const song = await readFile("public/sounds/harbour-waltz.mp3");
    const source = await decodeFile(song, "audio/mpeg");
    const response = await fixture.get(await fixture.store(song), `format=${format}&loudness=${loudness}`);
    const found = await decodeFile(await readFileResponse(response), soundTypes[format]);
    const missing = found.channelData[0]!.length - source.channelData[0]!.length;
    expect(Math.abs(missing / source.sampleRateHz)).toBeLessThan(0.03);
    expect(Math.abs(measureLoudness(found) - loudness)).toBeLessThan(0.3);
    expect(measureTruePeak(found)).toBeLessThanOrEqual(-0.9);
  });

  it("raises quiet speech above its peaks, and keeps its format", async () => {
    // Bursts of 30 dB over a quiet tone.
    const level = (seconds: number) => (seconds % 0.6 < 0.03 ? 0.9 : 0.03);
    const id = await fixture.store(
      await encodeMp3(createTone({ durationSeconds: 6, level }), { bitrate: 128 }),
    );
    const response = await fixture.get(id, "loudness=-16");
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    const found = await decodeFile(await readFileResponse(response), "audio/mpeg");
    expect(Math.abs(measureLoudness(found) + 16)).toBeLessThan(0.3);
    expect(measureTruePeak(found)).toBeLessThanOrEqual(-0.9);
  });

  it("leaves silence silent", async () => {
    const silent = { channelData: [new Float32Array(32_000)], sampleRateHz: 32_000 };
    const found = await decodeFile(
      await readFileResponse(await fixture.get(await fixture.store(toWav(silent)), "loudness=-14")),
      "audio/wav",
    );
    expect(findPeak(found)).toBe(0);
  });
});

describe("a song of six minutes", () => {
  it("is converted in little memory of this process", async () => {
    const id = await fixture.store(
      await encodeMp3(createSwell(44_100, 2, 360), { bitrate: 128 }),
      "Six minutes",
    );
    const measure = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = measure();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, measure())), 20);
    const response = await fixture.get(id, "format=wav&loudness=-16");
    let bytes = 0;
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
    clearInterval(timer);
    expect(bytes).toBe(Number(response.headers.get("content-length")));
    expect(Math.abs((bytes - 44) / (44_100 * 4) - 360)).toBeLessThan(0.1);
    expect(most - before).toBeLessThan(100e6);
  });
});
