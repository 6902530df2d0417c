import { insertShots, moveShot, removeShots, splitShot } from "./edit-shots";
import { addCaptions, addSound, movePlaced, removePlaced, splitSound } from "./edit-sounds";
import { longestFilmMs, type Caption, type FilmDocument, type Shot, type SoundPiece } from "./film-document";
import { placeShots, toMs } from "./lay-out-film";

/** Shots, sounds and captions that were copied. Their moments are those of the film that they come from. */
export interface Clipping {
  shots: readonly Shot[];
  sounds: readonly SoundPiece[];
  captions: readonly Caption[];
}

/** A film after an edit, and what of it is new. */
export interface Added {
  film: FilmDocument;
  ids: string[];
}

type Ids = ReadonlySet<string>;

/** Copies what is selected. Pure. */
export function copySelected({ shots, sounds, captions }: FilmDocument, ids: Ids): Clipping {
  const isSelected = ({ id }: { id: string }) => ids.has(id);
  return {
    shots: shots.filter(isSelected),
    sounds: sounds.filter(isSelected),
    captions: captions.filter(isSelected),
  };
}

/** Removes shots, sounds and captions; the same film if it has none of them. Pure. */
export function removeSelected(film: FilmDocument, ids: Ids): FilmDocument {
  const { shots, sounds, captions } = copySelected(film, ids);
  const rest = sounds.length + captions.length > 0 ? removePlaced(film, ids) : film;
  return shots.length > 0 ? removeShots(rest, ids) : rest;
}

/** Adds a copy of each selected thing: of shots behind the last of them, of sounds and captions behind their own end. Pure. */
export function duplicateSelected(film: FilmDocument, ids: Ids, newId: () => string): Added {
  const { shots, sounds, captions } = copySelected(film, ids);
  const behind = <P extends SoundPiece | Caption>(placed: P): P => ({
    ...placed,
    atMs: Math.min(placed.atMs + placed.lengthMs, longestFilmMs - placed.lengthMs),
  });
  const index = film.shots.findLastIndex(({ id }) => ids.has(id)) + 1;
  return add(film, { shots, sounds: sounds.map(behind), captions: captions.map(behind) }, { index, newId });
}

/** Adds copies at a frame: shots at the cut nearest to it, the first sound or caption exactly there, the others as far from it as they were. Pure. */
export function pasteClipping(
  film: FilmDocument,
  { shots, sounds, captions }: Clipping,
  { frame, index, newId }: { frame: number; index: number; newId: () => string },
): Added {
  const first = Math.min(...[...sounds, ...captions].map(({ atMs }) => atMs));
  const by = toMs(frame, film.frameRate) - first;
  const shift = <P extends SoundPiece | Caption>(placed: P): P => ({
    ...placed,
    atMs: Math.max(0, Math.min(placed.atMs + by, longestFilmMs - placed.lengthMs)),
  });
  return add(film, { shots, sounds: sounds.map(shift), captions: captions.map(shift) }, { index, newId });
}

function add(
  film: FilmDocument,
  clipping: Clipping,
  { index, newId }: { index: number; newId: () => string },
): Added {
  const renew = <T extends { id: string }>(all: readonly T[]): T[] =>
    all.map((each) => ({ ...each, id: newId() }));
  const [shots, sounds, captions] = [
    renew(clipping.shots).map(forgetGeneration),
    renew(clipping.sounds),
    renew(clipping.captions),
  ];
  let edited = shots.length > 0 ? insertShots(film, index, shots) : film;
  for (const piece of sounds) edited = addSound(edited, piece);
  edited = addCaptions(edited, captions);
  return { film: edited, ids: [...shots, ...sounds, ...captions].map(({ id }) => id) };
}

/** What is being generated falls into one shot only; a copy of it is to be created for itself. */
function forgetGeneration(shot: Shot): Shot {
  if (shot.content.kind !== "place") return shot;
  return { ...shot, content: { ...shot.content, generationId: null } };
}

/** Moves shots together, in their order, before the one that is at an index now, or to the end. Pure. */
export function moveShots(film: FilmDocument, ids: Ids, index: number): FilmDocument {
  const behind = film.shots.slice(index).find(({ id }) => !ids.has(id));
  let moved = film;
  for (const { id } of film.shots) {
    if (!ids.has(id)) continue;
    const at = behind ? moved.shots.findIndex((shot) => shot.id === behind.id) : moved.shots.length;
    moved = moveShot(moved, id, at);
  }
  return moved;
}

/** Moves sounds and captions by milliseconds, together: none goes before the beginning of the film. Pure. */
export function shiftPlaced(film: FilmDocument, ids: Ids, ms: number): FilmDocument {
  const moved = [...film.sounds, ...film.captions].filter(({ id }) => ids.has(id));
  const by = Math.max(Math.round(ms), -Math.min(...moved.map(({ atMs }) => atMs)));
  if (by === 0 || moved.length === 0) return film;
  return moved.reduce((edited, { id, atMs }) => movePlaced(edited, id, atMs + by), film);
}

/**
 * Splits at a frame: the selected sounds that are heard there; where none is, the shot that is seen. The same film where nothing can
 * be split. Pure.
 */
export function splitAt(
  film: FilmDocument,
  { frame, ids, newId }: { frame: number; ids: Ids; newId: () => string },
): FilmDocument {
  const moment = toMs(frame, film.frameRate);
  let edited = film;
  for (const { id } of film.sounds) if (ids.has(id)) edited = splitSound(edited, id, moment, newId());
  return edited === film ? splitShot(film, frame, newId()) : edited;
}

/** Where the selected shots, sounds or captions begin and end, in milliseconds; null without any. Pure. */
export function measureSelected(film: FilmDocument, ids: Ids): { fromMs: number; toMs: number } | null {
  const { sounds, captions } = copySelected(film, ids);
  const spans = [
    ...placeShots(film)
      .filter(({ shot }) => ids.has(shot.id))
      .map(({ start, end }) => [toMs(start, film.frameRate), toMs(end, film.frameRate)] as const),
    ...[...sounds, ...captions].map(({ atMs, lengthMs }) => [atMs, atMs + lengthMs] as const),
  ];
  if (spans.length === 0) return null;
  return { fromMs: Math.min(...spans.map(([from]) => from)), toMs: Math.max(...spans.map(([, to]) => to)) };
}
