import { describe, expect, it } from "vitest";
import { chooseManner, viewAt } from "./media/video/camera-path.ts";
import { prepareSandbox, type TestClient } from "./test-client.ts";

/** What comes of a request that names no seed: the bytes of a sound or a picture, the words of a song. */
const requests: Record<
  string,
  { path: string; body: object; read: (body: Record<string, unknown>) => unknown }
> = {
  song: {
    path: "/v1/music_generation",
    body: {
      model: "music-3.0",
      prompt: "Indie pop, 180 bpm",
      lyrics: "[Outro]\nla",
      audio_setting: { sample_rate: 16000 },
    },
    read: ({ data }) => (data as { audio: string }).audio,
  },
  speech: {
    path: "/v1/t2a_v2",
    body: {
      model: "speech-2.6-hd",
      text: "The harbour is quiet.",
    },
    read: ({ data }) => (data as { audio: string }).audio,
  },
  lyrics: {
    path: "/v1/lyrics_generation",
    body: { mode: "write_full_song", prompt: "the sea at night" },
    read: ({ lyrics }) => lyrics,
  },
  picture: {
    path: "/v1/image_generation",
    body: { model: "image-01", prompt: "Harbour", width: 512, height: 512, response_format: "base64" },
    read: ({ data }) => (data as { image_base64: string[] }).image_base64[0],
  },
};
const seedless = Object.entries(requests).filter(([kind]) => kind !== "picture");

async function readTakes(client: TestClient, { path, body, read }: (typeof requests)[string], count: number) {
  const takes = new Set<unknown>();
  for (let index = 0; index < count; index += 1) takes.add(read((await client.post(path, body)).body));
  expect(takes.has(undefined)).toBe(false);
  return takes.size;
}

describe("as it is started", { timeout: 60_000 }, () => {
  const client = prepareSandbox({ settings: { takes: "vary" } });

  it.each(Object.entries(requests))("the same request gives another %s", async (_kind, request) => {
    expect(await readTakes(client, request, 3)).toBeGreaterThan(1);
  });

  it("a seed gives the same picture again", async () => {
    const { body, ...rest } = requests.picture!;
    expect(await readTakes(client, { ...rest, body: { ...body, seed: 7 } }, 2)).toBe(1);
  });
});

describe("with takes pinned", { timeout: 60_000 }, () => {
  const client = prepareSandbox({ settings: { takes: "same" } });

  it.each(seedless)("the same request gives the same %s", async (_kind, request) => {
    expect(await readTakes(client, request, 2)).toBe(1);
  });
});

describe("a take", () => {
  it("differs for each take, from the same first frame", () => {
    const [one, other] = [1, 2].map(chooseManner);
    for (const groups of [[], [["右移"]]]) {
      expect(viewAt(groups, 0, 6, one)).toEqual(viewAt(groups, 0, 6, other));
      expect(viewAt(groups, 6, 6, one)).not.toEqual(viewAt(groups, 6, 6, other));
      expect(viewAt(groups, 6, 6, one)).toEqual(viewAt(groups, 6, 6, chooseManner(1)));
    }
    expect(viewAt([["固定"]], 3, 6, one)).toEqual(viewAt([["固定"]], 3, 6));
  });
});
