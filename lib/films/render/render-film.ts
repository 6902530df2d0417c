import { stat } from "node:fs/promises";
import { mixSound, type StereoSound } from "../mix-sound";
import { planSound, type SoundPart } from "../plan-sound";
import { findLoopSize, isLoopFormat, listLoopFrames, type LoopFormat } from "../film-loop";
import { FrameComposer } from "./compose-frames";
import { countFilmFrames } from "./count-film-frames";
import { encodeLoop } from "./encode-loop";
import { encodeSegment, type SegmentShape } from "./encode-segment";
import { findFilmSize } from "./film-size";
import { joinFilm } from "./join-film";
import { listChapters } from "./list-chapters";
import { readSound } from "./read-sound";
import { RenderError } from "./render-fault";
import {
  isSoundFormat,
  nameFilmFile,
  type PictureFormat,
  type RenderedFilm,
  type RenderOrder,
  type RenderProgress,
  type SoundFormat,
} from "./render-order";
import { Scratch } from "./scratch";
import { findSource, reading } from "./shot-painter";
import { soundFiles, writeSound } from "./write-sound";

/** What a kill loses at most, in seconds of film. */
const segmentSeconds = 10;
const progressFrames = 12;
const collectFrames = 6;

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
  const { film, format, loop } = order;
  const frames = loop ? listLoopFrames(loop, film.frameRate).length : countFilmFrames(film);
  if (frames === 0) throw new RenderError("empty", "The film has neither a shot nor a sound");
  const { frameRate } = loop ?? film;
  const scratch = await Scratch.open(order);
  const file = nameFilmFile(format);
  const job = { order, scratch, frames, onProgress };
  if (!(await scratch.has(file))) {
    if (isSoundFormat(format)) await renderSound(job, { file, format });
    else if (isLoopFormat(format)) await renderLoop(job, { file, format });
    else await renderPictures(job, { file, format });
  }
  await scratch.keepFilm(file);
  const path = scratch.at(file);
  return {
    path,
    bytes: (await stat(path)).size,
    ...findSize(order),
    frames,
    durationSeconds: frames / frameRate,
    loudnessLufs: await scratch.readLoudness(),
  };
}

function findSize({ film: { aspect }, format, quality, loop }: RenderOrder) {
  if (isSoundFormat(format)) return { width: null, height: null };
  return loop ? findLoopSize(aspect, loop.size) : findFilmSize(aspect, quality);
}

interface RenderJob {
  order: RenderOrder;
  scratch: Scratch;
  frames: number;
  onProgress: (progress: RenderProgress) => void;
}

async function renderSound(
  { order, scratch, frames, onProgress }: RenderJob,
  { file, format }: { file: string; format: SoundFormat },
): Promise<void> {
  const { film, loudnessLufs, tags } = order;
  const onMinute = () => onProgress({ phase: "sound", framesDone: 0, frames });
  onMinute();
  const sound = { name: file, format, loudnessLufs, tags, onMinute };
  await writeSound(scratch, mixFilm(order, frames / film.frameRate), sound);
}

function mixFilm({ film, sources, missing }: RenderOrder, seconds: number): AsyncGenerator<StereoSound> {
  const parts = planSound(film).filter(({ itemId }) => !missing?.itemIds.includes(itemId));
  return mixSound(parts, { seconds, read: (part) => readPart(part, sources) });
}

async function* readPart(
  part: SoundPart,
  sources: RenderOrder["sources"],
): AsyncGenerator<StereoSound, void, unknown> {
  const { itemId } = part;
  const source = findSource(sources, itemId, part.of === "shot" ? ["video"] : ["audio", "video"]);
  const sound = readSound(source, part);
  try {
    for (;;) {
      const next = await reading(itemId, () => sound.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await sound.return(undefined);
  }
}

/** Short enough to begin anew after a kill. */
async function renderLoop(
  { order, scratch, frames, onProgress }: RenderJob,
  { file, format }: { file: string; format: LoopFormat },
): Promise<void> {
  const { loop } = order;
  if (!loop) throw new Error("The order of a loop doesn't say which piece of the film it is");
  const bytes = await encodeLoop(order, { loop, format }, (framesDone) => {
    if (framesDone === frames) onProgress({ phase: "file", framesDone, frames });
    else if (framesDone % progressFrames === 0) onProgress({ phase: "pictures", framesDone, frames });
  });
  await scratch.write(file, bytes);
}

async function renderPictures(
  { order, scratch, frames, onProgress }: RenderJob,
  { file, format }: { file: string; format: PictureFormat },
): Promise<void> {
  const { film, quality, loudnessLufs, tags } = order;
  const { frameRate } = film;
  const shape = { format, ...findFilmSize(film.aspect, quality), frameRate };
  const soundFile = soundFiles[format];
  const segments = listSegments(frames, frameRate * segmentSeconds);
  const onMinute = () => onProgress({ phase: "sound", framesDone: 0, frames });
  onMinute();
  if (!(await scratch.has(soundFile))) {
    const encoding = format === "mp4" ? "m4a" : "opus";
    const sound = { name: soundFile, format: encoding, loudnessLufs, onMinute } as const;
    await writeSound(scratch, mixFilm(order, frames / frameRate), sound);
  }
  await renderSegments(scratch, { order, segments, shape, frames, onProgress });
  onProgress({ phase: "file", framesDone: frames, frames });
  const parts = {
    format,
    segments: segments.map(({ name, start }) => ({ file: scratch.at(name), start })),
    ...{ sound: scratch.at(soundFile), frameRate, frames, chapters: listChapters(film, tags.title) },
  };
  await scratch.writeWith(file, (handle) => joinFilm(handle, parts, tags));
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
    shape: Omit<SegmentShape, "start" | "end">;
    frames: number;
    onProgress: (progress: RenderProgress) => void;
  },
): Promise<void> {
  const composer = new FrameComposer(order, shape);
  try {
    for (const { name, start, end } of segments) {
      if (await scratch.has(name)) continue;
      const bytes = await encodeSegment({ ...shape, start, end }, (frame) => {
        if (frame % progressFrames === 0) onProgress({ phase: "pictures", framesDone: frame, frames });
        // Frames, decoders and encoders that were closed keep up to 85 MB each until their small objects are collected.
        if (frame % collectFrames === 0) globalThis.gc?.();
        return composer.draw(frame);
      });
      await scratch.write(name, bytes);
    }
  } finally {
    composer.close();
  }
}
