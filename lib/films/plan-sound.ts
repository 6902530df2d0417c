import { findLevel } from "./edit-sounds";
import { level as levelLimits, type FilmDocument, type SoundPiece } from "./film-document";
import { placeShots } from "./lay-out-film";

/** A piece of sound in a film: what is read of which item, where it is heard, and how loud. */
export interface SoundPart {
  itemId: string;
  of: "shot" | "voice" | "score" | "effects";
  /** In the film. Not rounded: a shot begins with its frame. */
  startMs: number;
  lengthMs: number;
  /** In the source, in seconds. */
  from: number;
  speed: number;
  /** The gain at a moment after its start. */
  gainAt(ms: number): number;
}

/** How long before a voice music begins to fall, and how long after it it has risen again. */
const duckFallMs = 250;
const duckRiseMs = 600;

/** A corner of a line of levels, in decibels. */
export interface LevelPoint {
  ms: number;
  level: number;
}

/**
 * The line by which music steps back for voices: straight between its corners, which ascend, and 0 outside of them. Empty where
 * nothing is ducked. Pure.
 */
export function listDuckPoints(film: Pick<FilmDocument, "sounds" | "tracks" | "duckDb">): LevelPoint[] {
  const { duckDb } = film;
  const voices = listVoices(film);
  if (duckDb === 0) return [];
  const corners = voices.flatMap(({ atMs, lengthMs }) => {
    const end = atMs + lengthMs;
    return [atMs - duckFallMs, atMs, end, end + duckRiseMs];
  });
  // Where music would rise after one voice and fall again for another, the lower of both lines counts, so they meet between.
  const meetings = voices.flatMap((one) => {
    const end = one.atMs + one.lengthMs;
    return voices.flatMap(({ atMs }) => {
      const gap = atMs - end;
      if (gap <= 0 || gap >= duckFallMs + duckRiseMs) return [];
      return [end + (gap * duckRiseMs) / (duckFallMs + duckRiseMs)];
    });
  });
  const moments = [...new Set([...corners, ...meetings])].toSorted((one, other) => one - other);
  return moments.map((ms) => ({ ms, level: duckDb * findVoice(voices, ms) + 0 }));
}

/**
 * All that is heard in a film, by where it begins: levels, fades and lines of levels are within the gain, and so is music that steps
 * back for voices. During a cross-fade or wipe, the shots' own sounds cross over, too. What is muted isn't in it. Pure.
 */
export function planSound(film: FilmDocument): SoundPart[] {
  return [...planShots(film), ...planPieces(film)].sort((one, other) => one.startMs - other.startMs);
}

function planShots(film: FilmDocument): SoundPart[] {
  const { tracks, frameRate } = film;
  if (tracks.shots.isMuted) return [];
  const placed = placeShots(film);
  return placed.flatMap(({ shot, start, transitionFrames }, index): SoundPart[] => {
    const { content } = shot;
    if (content.kind !== "video" || !content.sound.isOn) return [];
    const { sound } = content;
    const lengthMs = (shot.frames * 1_000) / frameRate;
    const next = placed[index + 1];
    const overlapMs = (frames: number, kind: string) =>
      kind === "fade" || kind === "wipe" ? (frames * 1_000) / frameRate : 0;
    const crossInMs = overlapMs(transitionFrames, shot.transition.kind);
    const crossOutMs = next ? overlapMs(next.transitionFrames, next.shot.transition.kind) : 0;
    const gain = toGain(sound.level + tracks.shots.level);
    return [
      {
        ...{ itemId: content.itemId, of: "shot", from: content.from, speed: content.speed, lengthMs },
        startMs: (start * 1_000) / frameRate,
        gainAt: (ms) =>
          gain *
          fade(ms, lengthMs, sound.fadeInMs, sound.fadeOutMs) *
          fade(ms, lengthMs, crossInMs, crossOutMs),
      },
    ];
  });
}

function planPieces(film: FilmDocument): SoundPart[] {
  const findSteps = makeDucking(film);
  return film.sounds.flatMap((piece): SoundPart[] => {
    const { track, atMs, lengthMs, from } = piece;
    if (film.tracks[track].isMuted) return [];
    const { gainAt } = planPiece(film, piece, findSteps);
    return [{ itemId: piece.itemId, of: track, startMs: atMs, lengthMs, from, speed: 1, gainAt }];
  });
}

/** How loud a piece is at a moment after its start. */
export interface PieceLoudness {
  /** With its fades; 0 is silent. */
  gainAt(ms: number): number;
  /** Without them, in decibels. */
  decibelsAt(ms: number): number;
}

/**
 * How loud a piece is in its film, whether its track is muted or not. Pure.
 *
 * @param findSteps how music steps back; for many pieces, it is made once
 */
export function planPiece(
  { tracks }: Pick<FilmDocument, "tracks">,
  { track, atMs, lengthMs, level, fadeInMs, fadeOutMs, points }: SoundPiece,
  findSteps: (ms: number) => number,
): PieceLoudness {
  const base = level + tracks[track].level;
  const steps = track === "score" ? findSteps : () => 0;
  const decibelsAt = (ms: number) => base + findLevel(points, ms) + steps(atMs + ms);
  return {
    decibelsAt,
    gainAt: (ms) => toGain(decibelsAt(ms)) * fade(ms, lengthMs, fadeInMs, fadeOutMs),
  };
}

/** By how many decibels music steps back for voices at a moment of the film. Pure. */
export function makeDucking(
  film: Pick<FilmDocument, "sounds" | "tracks" | "duckDb">,
): (ms: number) => number {
  const { duckDb } = film;
  const voices = listVoices(film);
  return (ms) => (duckDb < 0 ? duckDb * findVoice(voices, ms) : 0);
}

/** What music steps back for. */
function listVoices({ sounds, tracks }: Pick<FilmDocument, "sounds" | "tracks">) {
  return tracks.voice.isMuted ? [] : sounds.filter(({ track }) => track === "voice");
}

/** The gain of a level. The least level is off. */
export const toGain = (decibels: number) => (decibels <= levelLimits.min ? 0 : 10 ** (decibels / 20));

/** Straight from and to silence. Two that meet share the length. */
function fade(ms: number, lengthMs: number, inMs: number, outMs: number): number {
  const comingIn = inMs > 0 ? ms / inMs : 1;
  const goingOut = outMs > 0 ? (lengthMs - ms) / outMs : 1;
  return Math.max(0, Math.min(1, comingIn)) * Math.max(0, Math.min(1, goingOut));
}

/** How far music has stepped back at a moment, from 0 to 1. */
function findVoice(voices: readonly { atMs: number; lengthMs: number }[], ms: number): number {
  let most = 0;
  for (const { atMs, lengthMs } of voices) {
    const isBefore = ms < atMs;
    const distance = isBefore ? atMs - ms : Math.max(0, ms - atMs - lengthMs);
    most = Math.max(most, 1 - distance / (isBefore ? duckFallMs : duckRiseMs));
  }
  return most;
}
