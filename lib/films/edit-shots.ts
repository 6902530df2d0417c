import {
  maxTransitionFrames,
  type FilmDocument,
  type FrameRate,
  type Shot,
  type ShotContent,
} from "./film-document";
import { countSourceFrames, findSourceSeconds, placeShots, toMs, type PlacedShot } from "./lay-out-film";

/** How long sources are in seconds, by item; none for a picture, or for what is not known. */
export type SourceLengths = ReadonlyMap<string, number>;

/**
 * The film after an edit; the same object where nothing changes. Where shots move, voices, effects and captions move with the shot
 * that is seen when they begin. Music lies under the whole film and stays. All edits are pure.
 */
type Edit = FilmDocument;

/** Inserts shots before the one at an index, or at the end. */
export function insertShots(film: FilmDocument, index: number, added: readonly Shot[]): Edit {
  return withShots(film, [...film.shots.slice(0, index), ...added, ...film.shots.slice(index)]);
}

/** Removes shots. What was heard during them stays at the cut. */
export function removeShots(film: FilmDocument, ids: ReadonlySet<string>): Edit {
  return withShots(
    film,
    film.shots.filter(({ id }) => !ids.has(id)),
  );
}

/** Moves a shot before the one that is at an index now, or to the end. */
export function moveShot(film: FilmDocument, id: string, index: number): Edit {
  const from = film.shots.findIndex((shot) => shot.id === id);
  if (from < 0 || index === from || index === from + 1) return film;
  const rest = film.shots.toSpliced(from, 1);
  return withShots(film, rest.toSpliced(index > from ? index - 1 : index, 0, film.shots[from]!));
}

/**
 * Trims a shot by frames at its start or its end: a positive number makes it longer. It keeps at least one frame, and a video
 * has no more than its source.
 */
export function trimShot(
  film: FilmDocument,
  id: string,
  { side, frames, lengths }: { side: "start" | "end"; frames: number; lengths: SourceLengths },
): Edit {
  return changeShot(film, id, (shot) => {
    const added = Math.max(1 - shot.frames, frames);
    if (side === "end")
      return clampToSource({ ...shot, frames: shot.frames + added }, film.frameRate, lengths);
    const { content } = shot;
    if (content.kind !== "video") return { ...shot, frames: shot.frames + added };
    const perFrame = content.speed / film.frameRate;
    // Whole frames only, so that the end stays at the same frame of the source.
    const possible = Math.min(added, Math.floor(content.from / perFrame + 1e-6));
    const from = Math.max(0, content.from - possible * perFrame);
    return { ...shot, frames: shot.frames + possible, content: { ...content, from } };
  });
}

/** Splits the shot that is seen at a frame; the same film where that is between two, in a transition, or behind the end. */
export function splitShot(film: FilmDocument, frame: number, newId: string): Edit {
  const placed = placeShots(film);
  const hit = placed.find((each, index) => {
    const next = placed[index + 1];
    return frame > each.start + overlapOf(each) && frame < each.end - (next ? overlapOf(next) : 0);
  });
  if (!hit) return film;
  const { shot, index } = hit;
  const local = frame - hit.start;
  const { content } = shot;
  const left: Shot = { ...shot, frames: local, content: withFades(content, { out: false }) };
  const right: Shot = {
    ...shot,
    id: newId,
    frames: shot.frames - local,
    transition: { kind: "cut", frames: 0 },
    content: withFades(splitContent(content, local / shot.frames, local, film.frameRate), { in: false }),
  };
  return { ...film, shots: film.shots.toSpliced(index, 1, left, right) };
}

/** Puts something else into a shot and keeps the cut: its length, unless a video is too short for it. */
export function replaceContent(
  film: FilmDocument,
  id: string,
  { content, lengths }: { content: ShotContent; lengths: SourceLengths },
): Edit {
  return changeShot(film, id, (shot) => clampToSource({ ...shot, content }, film.frameRate, lengths));
}

/** Changes anything else of a shot. */
export function setShot(
  film: FilmDocument,
  id: string,
  changes: Partial<Pick<Shot, "name" | "fit" | "transition">>,
): Edit {
  return changeShot(film, id, (shot) => ({ ...shot, ...changes }));
}

/** Plays a video faster or slower; the shot keeps what it shows, and so gets shorter or longer. */
export function setSpeed(film: FilmDocument, id: string, speed: number, lengths: SourceLengths): Edit {
  return changeShot(film, id, (shot) => {
    if (shot.content.kind !== "video") return shot;
    const frames = Math.max(1, Math.round((shot.frames * shot.content.speed) / speed));
    return clampToSource({ ...shot, frames, content: { ...shot.content, speed } }, film.frameRate, lengths);
  });
}

/**
 * Another frame rate: each cut moves to the nearest frame, so that the film keeps its length. A video has no more than its source; what
 * it lacks then, the next shot gets.
 */
export function setFrameRate(film: FilmDocument, frameRate: FrameRate, lengths: SourceLengths): Edit {
  if (frameRate === film.frameRate) return film;
  const factor = frameRate / film.frameRate;
  let end = 0;
  let kept = 0;
  const shots = film.shots.map((shot): Shot => {
    end += shot.frames;
    const transition = {
      ...shot.transition,
      frames: Math.min(maxTransitionFrames, Math.round(shot.transition.frames * factor)),
    };
    const frames = Math.max(1, Math.round(end * factor) - kept);
    const changed = clampToSource({ ...shot, frames, transition }, frameRate, lengths);
    kept += changed.frames;
    return changed;
  });
  return { ...film, frameRate, shots };
}

const overlapOf = ({ shot, transitionFrames }: PlacedShot) =>
  shot.transition.kind === "fade" || shot.transition.kind === "wipe" ? transitionFrames : 0;

function changeShot(film: FilmDocument, id: string, change: (shot: Shot) => Shot): Edit {
  const index = film.shots.findIndex((shot) => shot.id === id);
  const shot = film.shots[index];
  if (!shot) return film;
  const changed = change(shot);
  return changed === shot ? film : withShots(film, film.shots.with(index, changed));
}

/** A video is no longer than its source. */
function clampToSource(shot: Shot, frameRate: FrameRate, lengths: SourceLengths): Shot {
  const { content } = shot;
  if (content.kind !== "video") return shot;
  const seconds = lengths.get(content.itemId);
  if (seconds === undefined) return shot;
  const available = countSourceFrames({ ...content, seconds }, frameRate);
  return available >= shot.frames ? shot : { ...shot, frames: Math.max(1, available) };
}

/** What the second half of a split shot shows. */
function splitContent(
  content: ShotContent,
  share: number,
  frames: number,
  frameRate: FrameRate,
): ShotContent {
  if (content.kind === "video") {
    return { ...content, from: findSourceSeconds(content, frames - 0.5, frameRate) };
  }
  // Of two places, the first one keeps the generation.
  if (content.kind === "place") return { ...content, generationId: null, after: null };
  if (content.kind !== "picture" || !content.move) return content;
  const { from, to } = content.move;
  const between = (key: keyof typeof from) => from[key] + (to[key] - from[key]) * share;
  const middle = { x: between("x"), y: between("y"), width: between("width"), height: between("height") };
  return { ...content, move: { from: middle, to } };
}

/** A split shot fades in only at its beginning, and out only at its end. */
function withFades(content: ShotContent, keeps: { in?: false; out?: false }): ShotContent {
  if (content.kind !== "video") return content;
  const { sound } = content;
  return {
    ...content,
    sound: {
      ...sound,
      fadeInMs: keeps.in === false ? 0 : sound.fadeInMs,
      fadeOutMs: keeps.out === false ? 0 : sound.fadeOutMs,
    },
  };
}

/**
 * Gives a film other shots. What begins while a shot is seen keeps its distance to that shot's start. Where the shot is gone or has
 * ended by then, it keeps its distance to the end of the last one before that is still there.
 */
function withShots(film: FilmDocument, shots: Shot[]): Edit {
  const before = placeShots(film);
  const after = new Map(placeShots({ shots }).map((placed) => [placed.shot.id, placed]));
  const rate = film.frameRate;
  const shiftAt = (ms: number): number => {
    const anchor = before.findLast(({ start, shot }) => toMs(start, rate) <= ms && after.has(shot.id));
    if (!anchor) return 0;
    const now = after.get(anchor.shot.id)!;
    const endMs = toMs(anchor.end, rate);
    // Behind the shot, it is the shot's end that moves what follows.
    return ms < endMs ? toMs(now.start, rate) - toMs(anchor.start, rate) : toMs(now.end, rate) - endMs;
  };
  const shift = <Placed extends { atMs: number }>(placed: Placed): Placed => {
    const by = shiftAt(placed.atMs);
    return by === 0 ? placed : { ...placed, atMs: Math.max(0, placed.atMs + by) };
  };
  const sounds = film.sounds.map((piece) => (piece.track === "score" ? piece : shift(piece)));
  return { ...film, shots, sounds, captions: film.captions.map(shift) };
}
