import { describe, expect, it } from "vitest";
import { filmDocumentSchema, longestFilmMs, makeFilm, type Shot, type SoundPiece } from "./film-document";
import { findTrack, isSeen, makePieceOf, makeShotOf } from "./from-item";

const id = "00000000-0000-4000-8000-000000000001";
const video = {
  id: "00000000-0000-4000-8000-00000000000a",
  assetId: "00000000-0000-4000-8000-00000000000b",
  kind: "video",
  name: "Gulls on the wall",
  mimeType: "video/mp4",
  durationSeconds: 5.875,
} as const;
const picture = { ...video, kind: "image", mimeType: "image/png" } as const;
const sound = { ...video, kind: "audio", mimeType: "audio/mpeg" } as const;

function isValid(shots: Shot[], sounds: SoundPiece[] = []): boolean {
  const film = { ...makeFilm({ aspect: "16:9", frameRate: 24 }), shots, sounds };
  return filmDocumentSchema.safeParse(film).success;
}

describe("a shot", () => {
  it("of a video has all of its whole frames", () => {
    const shot = makeShotOf(video, { id, frameRate: 24 });
    expect(shot).toMatchObject({
      name: "Gulls on the wall",
      frames: 141,
      content: { kind: "video", from: 0 },
    });
    expect(makeShotOf(video, { id, frameRate: 30 }).frames).toBe(176);
    expect(isValid([shot])).toBe(true);
  });

  it("of a picture is seen for 5 s and stands still", () => {
    const shot = makeShotOf(picture, { id, frameRate: 25 });
    expect(shot).toMatchObject({ frames: 125, content: { kind: "picture", move: null } });
    expect(isValid([shot])).toBe(true);
  });

  it("fits a film, whatever its source is called or lasts", () => {
    const extremes = [0, 0.001, 1e6, undefined].map((durationSeconds, index) => ({
      ...video,
      durationSeconds,
      name: "😀".repeat(index * 100),
    }));
    for (const { durationSeconds, ...extreme } of extremes) {
      const item = durationSeconds === undefined ? extreme : { ...extreme, durationSeconds };
      expect(isValid([makeShotOf(item, { id, frameRate: 24 })])).toBe(true);
    }
  });
});

describe("a sound", () => {
  it("is whole and begins where it is put", () => {
    const piece = makePieceOf(sound, { id, atMs: 1_200.4, track: "score" });
    expect(piece).toMatchObject({ atMs: 1_200, from: 0, lengthMs: 5_875, level: 0, track: "score" });
    expect(isValid([], [piece])).toBe(true);
  });

  it("ends with the longest film", () => {
    const piece = makePieceOf(sound, { id, atMs: longestFilmMs - 1_000, track: "effects" });
    expect(piece.atMs + piece.lengthMs).toBe(longestFilmMs);
    expect(isValid([], [makePieceOf(sound, { id, atMs: -5, track: "effects" })])).toBe(true);
  });

  it("has the track that its generator suggests", () => {
    expect(findTrack({ produces: "sound", readsAloud: { timing: "always" } })).toBe("voice");
    expect(findTrack({ produces: "sound" })).toBe("score");
    expect(findTrack({ produces: "video" })).toBe("effects");
    expect(findTrack(undefined)).toBe("effects");
    expect([video, picture, sound].map(isSeen)).toEqual([true, true, false]);
  });
});
