import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { makeFilm } from "@/lib/films/film-document";
import { runRender } from "@/lib/films/render/run-render.server";
import { tone, writeWav } from "@/lib/films/render/testing/test-sounds";
import { VideoReader } from "@/lib/films/render/video-reader";
import { makePiece, makeShot } from "@/lib/films/testing/make-shots";
import { decodeFile } from "@/lib/media/testing/decode-file";

const frameRate = 24;
const marks = 10;
/** From mark to mark. */
const minute = 60;
const lightFrames = 12;
/** Around a mark, in which picture and sound are looked for, and in steps of it. */
const [reach, step] = [0.25, 0.001];

/** Exports ten minutes in which a card lights up and a tone begins once a minute. @returns how far apart they are at most, in ms */
export async function measureSync(workDir: string): Promise<number> {
  const folder = path.join(workDir, "sync");
  await mkdir(folder);
  const itemId = randomUUID();
  const file = await writeWav(path.join(workDir, "tone.wav"), { seconds: 1 }, tone(1_000, 0.5));
  const card = (isLight: boolean, frames: number) =>
    makeShot({ frames, content: { kind: "card", text: "", tone: isLight ? "light" : "dark" } });
  const darkFrames = minute * frameRate - lightFrames;
  const times = Array.from({ length: marks }, (_, mark) => mark * minute + darkFrames / frameRate);
  const film = await runRender({
    order: {
      film: {
        ...makeFilm({ aspect: "16:9", frameRate }),
        shots: times.flatMap(() => [card(false, darkFrames), card(true, lightFrames)]),
        sounds: times.map((seconds) =>
          makePiece({ itemId, track: "effects", atMs: seconds * 1_000, lengthMs: 400 }),
        ),
      },
      sources: { [itemId]: { path: file, kind: "audio", mimeType: "audio/wav" } },
      ...{ folder, format: "mp4", quality: "720p", burnsCaptions: false, loudnessLufs: null },
      ...{ slateTitle: "", tags: { title: "Ten marks" } },
    },
    signal: new AbortController().signal,
  });
  const { sampleRateHz, channelData } = await decodeFile(await readFile(film.path), "audio/mp4");
  const apart: number[] = [];
  for (const mark of times) {
    const seen = await findLight(film.path, mark);
    const from = Math.round((mark - reach) * sampleRateHz);
    const found = channelData[0]!
      .subarray(from, from + 2 * reach * sampleRateHz)
      .findIndex((sample) => Math.abs(sample) > 0.1);
    if (found === -1) throw new Error(`No tone is heard at ${mark} s`);
    apart.push(Math.abs((from + found) / sampleRateHz - seen) * 1_000);
  }
  return Math.max(...apart);
}

/** When the picture lights up, in seconds. */
async function findLight(file: string, mark: number): Promise<number> {
  const reader = await VideoReader.open(file, mark - reach);
  try {
    for (let seconds = mark - reach; seconds < mark + reach; seconds += step) {
      const { data, width, height } = (await reader.readAt(seconds)).planes;
      // A corner has no words.
      if (data[Math.floor(height / 8) * width + Math.floor(width / 8)]! > 128) return seconds;
    }
    throw new Error(`No picture lights up at ${mark} s`);
  } finally {
    reader.close();
  }
}
