import { stat } from "node:fs/promises";
import { FrameComposer } from "./compose-frames";
import { countFilmFrames } from "./count-film-frames";
import { encodeSegment } from "./encode-segment";
import { findFilmSize } from "./film-size";
import { joinFilm } from "./join-film";
import { mixSound } from "./mix-sound";
import { RenderError } from "./render-fault";
import { filmFile, type RenderedFilm, type RenderOrder, type RenderProgress } from "./render-order";
import { Scratch } from "./scratch";
import { soundFile, writeSound } from "./write-sound";

/** What a kill loses at most, in seconds of film. */
const segmentSeconds = 10;
const progressFrames = 12;

/**
 * Renders a film into the folder of its order: sound first, which shows at once that a source is missing there, then the pictures in
 * segments, then one file of both. Continues what an earlier call left in the folder. Runs in a process of its own:
 * run-render.server.ts.
 *
 * @throws RenderError
 */
export async function renderFilm(
  order: RenderOrder,
  onProgress: (progress: RenderProgress) => void,
): Promise<RenderedFilm> {
  const { film, quality, loudnessLufs, tags } = order;
  const frames = countFilmFrames(film);
  if (frames === 0) throw new RenderError("empty", "The film has neither a shot nor a sound");
  const { frameRate } = film;
  const size = findFilmSize(film.aspect, quality);
  const scratch = await Scratch.open(order);
  const durationSeconds = frames / frameRate;
  if (!(await scratch.has(filmFile))) {
    const segments = listSegments(frames, frameRate * segmentSeconds);
    onProgress({ phase: "sound", framesDone: 0, frames });
    if (!(await scratch.has(soundFile))) {
      await writeSound(scratch, mixSound(order, durationSeconds), loudnessLufs);
    }
    await renderSegments(scratch, { order, segments, shape: { ...size, frameRate }, frames, onProgress });
    onProgress({ phase: "file", framesDone: frames, frames });
    const parts = {
      segments: segments.map(({ name, start }) => ({ file: scratch.at(name), start })),
      ...{ sound: scratch.at(soundFile), frameRate, frames },
    };
    await scratch.writeWith(filmFile, (file) => joinFilm(file, parts, tags));
  }
  await scratch.keepFilm();
  const path = scratch.at(filmFile);
  return { path, bytes: (await stat(path)).size, ...size, frames, durationSeconds };
}

interface Segment {
  name: string;
  start: number;
  end: number;
}

function listSegments(frames: number, length: number): Segment[] {
  return Array.from({ length: Math.ceil(frames / length) }, (_, index) => ({
    name: `segment-${String(index).padStart(5, "0")}.mp4`,
    start: index * length,
    end: Math.min(frames, (index + 1) * length),
  }));
}

async function renderSegments(
  scratch: Scratch,
  {
    order,
    segments,
    shape,
    frames,
    onProgress,
  }: {
    order: RenderOrder;
    segments: readonly Segment[];
    shape: { width: number; height: number; frameRate: number };
    frames: number;
    onProgress: (progress: RenderProgress) => void;
  },
): Promise<void> {
  const composer = new FrameComposer(order);
  try {
    for (const { name, start, end } of segments) {
      if (await scratch.has(name)) continue;
      const bytes = await encodeSegment({ ...shape, start, end }, (frame) => {
        if (frame % progressFrames === 0) onProgress({ phase: "pictures", framesDone: frame, frames });
        return composer.draw(frame);
      });
      await scratch.write(name, bytes);
    }
  } finally {
    composer.close();
  }
}
