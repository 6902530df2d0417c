import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type FilmDocument, makeFilm } from "@/lib/films/film-document";
import { encodeSegment } from "@/lib/films/render/encode-segment";
import { createPlanes } from "@/lib/films/render/planes";
import type { RenderSource } from "@/lib/films/render/render-order";
import { writeWav } from "@/lib/films/render/testing/test-sounds";
import { makeCaption, makePiece, makeVideoShot } from "@/lib/films/testing/make-shots";

export const frameRate = 24;
export const filmSeconds = 60;
export const shotCount = 10;
/** Before these shots, of half a second. */
export const fadesBefore: readonly number[] = [3, 7];
export const fadeFrames = 12;
const clipSeconds = 16;

export interface Cut {
  video: string;
  voice: string;
  music: string;
  /** Where each shot begins in the video, and its length, in frames. */
  shots: { from: number; frames: number }[];
  film: FilmDocument;
  sources: Record<string, RenderSource>;
}

/** A minute of ten shots with two cross-fades, voice, music and a caption for each shot. */
export async function makeCut(folder: string, size: { width: number; height: number }): Promise<Cut> {
  const [videoId, voiceId, musicId] = [randomUUID(), randomUUID(), randomUUID()];
  const video = await writeClip(path.join(folder, `clip-${size.height}.mp4`), size);
  const voice = await writeWav(path.join(folder, "voice.wav"), { seconds: 40 }, (second) =>
    second % 4 < 3 ? 0.3 * Math.sin(2 * Math.PI * 180 * second) * Math.sin(9 * second) : 0,
  );
  const music = await writeWav(
    path.join(folder, "music.wav"),
    { seconds: filmSeconds },
    (second) => 0.2 * Math.sin(2 * Math.PI * (220 + 110 * Math.floor(second % 3)) * second),
  );
  const shared = fadesBefore.length * fadeFrames;
  const frames = (filmSeconds * frameRate) / shotCount;
  const shots = Array.from({ length: shotCount }, (_, index) => ({
    from: index * frameRate,
    // What overlaps is made up for, so that the film has its length.
    frames: index === 0 ? frames + shared : frames,
  }));
  const film: FilmDocument = {
    ...makeFilm({ aspect: "16:9", frameRate }),
    shots: shots.map((shot, index) =>
      makeVideoShot(videoId, {
        ...{ frames: shot.frames, from: shot.from / frameRate },
        ...(fadesBefore.includes(index) ? { transition: { kind: "fade", frames: fadeFrames } } : {}),
      }),
    ),
    sounds: [
      makePiece({ itemId: voiceId, atMs: 4_000, lengthMs: 40_000 }),
      makePiece({ itemId: musicId, track: "score", lengthMs: filmSeconds * 1_000, fadeOutMs: 2_000 }),
    ],
    captions: shots.map((_, index) =>
      makeCaption({
        atMs: index * 6_000,
        lengthMs: 4_000,
        text: `The ferry leaves the harbour ${index + 1}`,
      }),
    ),
  };
  return {
    ...{ video, voice, music, shots, film },
    sources: {
      [videoId]: { path: video, kind: "video", mimeType: "video/mp4" },
      [voiceId]: { path: voice, kind: "audio", mimeType: "audio/wav" },
      [musicId]: { path: music, kind: "audio", mimeType: "audio/wav" },
    },
  };
}

/** Waves of light and colour that move, with grain: neither still nor noise. */
async function writeClip(
  file: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const picture = createPlanes(width, height);
  const grain = Uint8Array.from({ length: 65_521 }, () => Math.random() * 6);
  const shape = { format: "mp4", width, height, frameRate, start: 0, end: clipSeconds * frameRate } as const;
  const bytes = await encodeSegment(shape, (frame) => {
    for (const [index, { offset, stride, width, height }] of picture.planes.entries()) {
      const [across, down] = [width / 11, height / 7];
      const wave = Float32Array.from(
        { length: width },
        (_, x) => 45 * Math.sin(x / across + frame / 9 + index),
      );
      for (let y = 0; y < height; y += 1) {
        const level = 120 + 45 * Math.sin(y / down - frame / (13 + index));
        const row = offset + y * stride;
        for (let x = 0; x < width; x += 1) {
          picture.data[row + x] = level + wave[x]! + grain[(row + x * 7 + frame * 911) % grain.length]!;
        }
      }
    }
    return Promise.resolve(picture);
  });
  await writeFile(file, bytes);
  return file;
}
