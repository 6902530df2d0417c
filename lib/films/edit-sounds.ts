import { leaveOutPauses } from "@/lib/service/contract/text";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import type { SourceLengths } from "./edit-shots";
import { longestFilmMs, type Caption, type FilmDocument, type SoundPiece } from "./film-document";
import { placeShots, toMs } from "./lay-out-film";

/** The shortest piece or caption that an edit leaves. */
const shortestMs = 40;

/** The film after an edit; the same object where nothing changes. All edits are pure. */
type Edit = FilmDocument;

export function addSound(film: FilmDocument, piece: SoundPiece): Edit {
  return { ...film, sounds: [...film.sounds, piece] };
}

export function addCaptions(film: FilmDocument, captions: readonly Caption[]): Edit {
  if (captions.length === 0) return film;
  return { ...film, captions: [...film.captions, ...captions].toSorted((a, b) => a.atMs - b.atMs) };
}

/** Removes sounds and captions. */
export function removePlaced(film: FilmDocument, ids: ReadonlySet<string>): Edit {
  const isKept = ({ id }: { id: string }) => !ids.has(id);
  return { ...film, sounds: film.sounds.filter(isKept), captions: film.captions.filter(isKept) };
}

/** Moves a sound or caption; no further than the ends of the longest film. */
export function movePlaced(film: FilmDocument, id: string, atMs: number): Edit {
  const to = Math.round(Math.max(0, atMs));
  const move = <P extends Placed>(placed: P): P => ({
    ...placed,
    atMs: Math.min(to, longestFilmMs - placed.lengthMs),
  });
  return changeCaption(changeSound(film, id, move), id, move);
}

/**
 * Trims a sound or caption by milliseconds at its start or its end: a positive number makes it longer. A sound has no more than its
 * source, and the rest of it is heard where it was.
 */
export function trimPlaced(
  film: FilmDocument,
  id: string,
  { side, ms, lengths }: { side: "start" | "end"; ms: number; lengths: SourceLengths },
): Edit {
  const added = Math.round(ms);
  const trimmed = changeSound(film, id, (piece) => {
    const seconds = lengths.get(piece.itemId);
    if (side === "end") {
      const longest =
        seconds === undefined ? longestFilmMs : Math.floor((seconds - piece.from) * 1_000 + 1e-6);
      return trimEnd(piece, added, longest);
    }
    const shorter = trimStart(piece, added, Math.floor(piece.from * 1_000 + 1e-6));
    return { ...shorter, ...cutSound(piece, shorter.atMs - piece.atMs) };
  });
  return changeCaption(trimmed, id, (caption) =>
    side === "end" ? trimEnd(caption, added, longestFilmMs) : trimStart(caption, added, longestFilmMs),
  );
}

type Placed = Pick<Caption, "atMs" | "lengthMs">;

function trimEnd<P extends Placed>(placed: P, added: number, longest: number): P {
  const lengthMs = Math.max(shortestMs, placed.lengthMs + added);
  return { ...placed, lengthMs: Math.max(1, Math.min(lengthMs, longest, longestFilmMs - placed.atMs)) };
}

function trimStart<P extends Placed>(placed: P, added: number, before: number): P {
  const by = Math.min(Math.max(shortestMs - placed.lengthMs, added), before, placed.atMs);
  return { ...placed, atMs: placed.atMs - by, lengthMs: placed.lengthMs + by };
}

/** Another source for a sound, heard from its start. It keeps its place, levels and fades, and its length as far as the source reaches. */
export function replaceSound(
  film: FilmDocument,
  id: string,
  { itemId, lengths }: { itemId: string; lengths: SourceLengths },
): Edit {
  const replaced = changeSound(film, id, (piece) => ({ ...piece, itemId, from: 0 }));
  return trimPlaced(replaced, id, { side: "end", ms: 0, lengths });
}

/** Splits the sound at a moment of the film; the same film where that isn't inside of it. */
export function splitSound(film: FilmDocument, id: string, atMs: number, newId: string): Edit {
  const index = film.sounds.findIndex((piece) => piece.id === id);
  const piece = film.sounds[index];
  const local = Math.round(atMs) - (piece?.atMs ?? 0);
  if (!piece || local < shortestMs || local > piece.lengthMs - shortestMs) return film;
  const left = {
    ...piece,
    lengthMs: local,
    fadeOutMs: 0,
    fadeInMs: Math.min(piece.fadeInMs, local),
    points: [
      ...piece.points.filter(({ ms }) => ms < local),
      ...(piece.points.length > 0 ? [{ ms: local, level: findLevel(piece.points, local) }] : []),
    ],
  };
  const rest = piece.lengthMs - local;
  const right = {
    ...piece,
    id: newId,
    atMs: piece.atMs + local,
    lengthMs: rest,
    fadeInMs: 0,
    fadeOutMs: Math.min(piece.fadeOutMs, rest),
    ...cutSound(piece, local),
  };
  return { ...film, sounds: film.sounds.toSpliced(index, 1, left, right) };
}

export type SoundChanges = Partial<Pick<SoundPiece, "track" | "level" | "fadeInMs" | "fadeOutMs" | "points">>;

/** Changes how a sound is heard. */
export function setSound(film: FilmDocument, id: string, changes: SoundChanges): Edit {
  return changeSound(film, id, (piece) => ({ ...piece, ...changes }));
}

export function setCaption(film: FilmDocument, id: string, text: string): Edit {
  return changeCaption(film, id, (caption) => ({ ...caption, text }));
}

/**
 * The captions of a voice, one for each of its sentences that is heard, at the times of the sentences and without markers of pauses.
 *
 * @param sentences of the whole source
 * @param newId gives each caption its id
 */
export function captionVoice(
  piece: SoundPiece,
  sentences: readonly Sentence[],
  newId: () => string,
): Caption[] {
  const offset = piece.atMs - Math.round(piece.from * 1_000);
  const end = piece.atMs + piece.lengthMs;
  return sentences.flatMap(({ text: told, startMs, endMs }) => {
    const text = leaveOutPauses(told);
    const atMs = Math.max(startMs + offset, piece.atMs);
    const lengthMs = Math.min(endMs + offset, end) - atMs;
    // Of a sentence that was cut away, less than that may be left by rounding.
    if (lengthMs < shortestMs || text === "") return [];
    return [{ id: newId(), atMs, lengthMs, text }];
  });
}

/** Where things snap to: the film's start, cuts, and the ends of sounds and captions, ascending. Leaves out what is moved. */
export function listSnapMoments(film: FilmDocument, moved: ReadonlySet<string>): number[] {
  const cuts = placeShots(film).flatMap(({ start, end }) => [
    toMs(start, film.frameRate),
    toMs(end, film.frameRate),
  ]);
  const ends = [...film.sounds, ...film.captions].flatMap(({ id, atMs, lengthMs }) =>
    moved.has(id) ? [] : [atMs, atMs + lengthMs],
  );
  return [...new Set([0, ...cuts, ...ends])].toSorted((a, b) => a - b);
}

/** By how much to move so that one of the edges meets a moment nearby; 0 where none is near enough. */
export function findSnap(edges: readonly number[], moments: readonly number[], withinMs: number): number {
  let best = 0;
  let distance = withinMs + 1;
  for (const edge of edges) {
    for (const moment of moments) {
      if (Math.abs(moment - edge) >= distance) continue;
      distance = Math.abs(moment - edge);
      best = moment - edge;
    }
  }
  return best;
}

/** The level of a line at a moment of its piece, in decibels: straight between its points, level outside them. */
export function findLevel(points: SoundPiece["points"], ms: number): number {
  const after = points.findIndex((point) => point.ms > ms);
  if (after <= 0) return points.at(after)?.level ?? 0;
  const [left, right] = [points[after - 1]!, points[after]!];
  return left.level + ((right.level - left.level) * (ms - left.ms)) / (right.ms - left.ms);
}

/** Source and level line of a sound whose start moves by milliseconds. */
function cutSound({ from, points }: SoundPiece, ms: number): Pick<SoundPiece, "from" | "points"> {
  const start = points.length > 0 && ms > 0 ? [{ ms: 0, level: findLevel(points, ms) }] : [];
  return {
    from: Math.max(0, from + ms / 1_000),
    points: [
      ...start,
      ...points.filter((point) => point.ms > ms || ms <= 0).map((point) => ({ ...point, ms: point.ms - ms })),
    ],
  };
}

function changeSound(film: FilmDocument, id: string, change: (piece: SoundPiece) => SoundPiece): Edit {
  const index = film.sounds.findIndex((piece) => piece.id === id);
  return index < 0 ? film : { ...film, sounds: film.sounds.with(index, change(film.sounds[index]!)) };
}

function changeCaption(film: FilmDocument, id: string, change: (caption: Caption) => Caption): Edit {
  const index = film.captions.findIndex((caption) => caption.id === id);
  if (index < 0) return film;
  const captions = film.captions.with(index, change(film.captions[index]!));
  return { ...film, captions: captions.toSorted((a, b) => a.atMs - b.atMs) };
}
