import { expect } from "vitest";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createTone, encodePcm, type SampleSound, wrapWav } from "@/lib/media/testing/sample-audio";
import { GET } from "../route";

export const prompt = "A slow waltz, 港口";
export const lyrics = "[Verse]\nThe harbour sleeps";

export const soundTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  m4a: "audio/mp4",
} as const;

export interface DownloadFixture extends RouteFixture {
  /** Stores a song of Ada. Returns the ID of its item. */
  store(bytes: Uint8Array, name?: string): Promise<string>;
  /** Ada's request, unless `init` has other headers. */
  get(id: string, query: string, init?: RequestInit): Promise<Response>;
}

export async function createDownloadFixture(): Promise<DownloadFixture> {
  const fixture = await createRouteFixture();
  const { userId, headers } = fixture.ada;
  return {
    ...fixture,
    async store(bytes, name = "Hafenwalzer") {
      const item = { userId, bytes, name, generator: "music", input: { prompt, lyrics } };
      return (await storeTestItem(fixture.test.database, item)).id;
    },
    get(id, query, init = {}) {
      const address = `http://studio.test/api/v1/items/${id}/download?${query}`;
      return GET(new Request(address, { headers, ...init }), { params: Promise.resolve({ id }) });
    },
  };
}

/** The bytes of a successful response, which are as many as it says. */
export async function readFileResponse(response: Response): Promise<Buffer> {
  if (response.status !== 200) throw new Error(await response.text());
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  return bytes;
}

export function toWav({ channelData, sampleRateHz }: SampleSound): Buffer {
  const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz, channels: channelData.length };
  return wrapWav(encodePcm({ channelData, sampleRateHz }), format);
}

/** A tone that swells, so that a shifted, cut or silent file is noticed. */
export function createSwell(sampleRateHz: number, channels: 1 | 2, durationSeconds = 3): SampleSound {
  const level = (seconds: number) => 0.1 + 0.3 * Math.sin((Math.PI * seconds) / durationSeconds);
  return createTone({ durationSeconds, sampleRateHz, channels, level });
}
