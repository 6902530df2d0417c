import { replaceContent, type SourceLengths } from "../edit-shots";
import { isTerminal } from "@/lib/generations/record/states";
import type { Caption, FilmDocument, Place, Shot } from "../film-document";
import type { FilmItem } from "../film-dto";
import { isSeen, makeContentOf, makePieceOf } from "../from-item";
import type { FilmGeneration } from "./film-generation-dto";
import { findAwaited } from "./follow-place";

type Ended = Pick<FilmGeneration, "placeId" | "after" | "id" | "state" | "items">;

/**
 * Puts the results of generations that have succeeded into the shots that wait for them, which keep their cuts. The same film where
 * there is nothing to put. Pure.
 *
 * @param skipped shots and captions that stay as they are, for example because their person has undone it
 */
export function resolvePlaces(
  film: FilmDocument,
  generations: readonly Ended[],
  skipped: ReadonlySet<string> = new Set(),
): FilmDocument {
  let resolved = film;
  for (const { id, content } of film.shots) {
    if (content.kind !== "place" || skipped.has(id)) continue;
    const awaited = findAwaited(id, content, generations);
    const item = awaited?.state === "succeeded" ? awaited.items.find(isSeen) : undefined;
    if (awaited && item) resolved = fillPlace(resolved, id, { item, generationId: awaited.id });
  }
  return resolveCaptions(resolved, generations, skipped);
}

/**
 * Puts what speaks captions on the voice track, at the time of its caption, which lasts as long as its voice or until the next one begins.
 * What was put there before isn't put there again, also where it was removed. Pure.
 */
function resolveCaptions(
  film: FilmDocument,
  generations: readonly Ended[],
  skipped: ReadonlySet<string>,
): FilmDocument {
  let resolved = film;
  for (const caption of film.captions) {
    if (skipped.has(caption.id)) continue;
    const awaited = findAwaited(caption.id, {}, generations);
    const item =
      awaited?.state === "succeeded" ? awaited.items.find(({ kind }) => kind === "audio") : undefined;
    if (!awaited || !item || awaited.id === caption.spoken) continue;
    // Its own ID, so that the same result has the same place wherever it is put.
    const piece = makePieceOf(item, { id: awaited.id, atMs: caption.atMs, track: "voice" });
    const isThere = resolved.sounds.some(({ id }) => id === piece.id);
    // Those that it overlaps already may stay below it.
    const followers = film.captions
      .map(({ atMs }) => atMs - caption.atMs)
      .filter((ms) => ms >= caption.lengthMs);
    const lengthMs = Math.min(piece.lengthMs, ...followers);
    resolved = {
      ...resolved,
      sounds: isThere ? resolved.sounds : [...resolved.sounds, piece],
      captions: resolved.captions.map((each) =>
        each.id === caption.id ? { ...each, spoken: awaited.id, lengthMs } : each,
      ),
    };
  }
  return resolved;
}

/** The captions during which no voice is heard, and for which none is on its way. Pure. */
export function listSilentCaptions(
  { captions, sounds }: Pick<FilmDocument, "captions" | "sounds">,
  generations: readonly Ended[],
): Caption[] {
  const voices = sounds.filter(({ track }) => track === "voice");
  return captions.filter((caption) => {
    const end = caption.atMs + caption.lengthMs;
    if (caption.text.trim() === "") return false;
    if (voices.some(({ atMs, lengthMs }) => atMs < end && caption.atMs < atMs + lengthMs)) return false;
    const awaited = findAwaited(caption.id, {}, generations);
    return !awaited || isTerminal(awaited.state);
  });
}

/** Puts a result into a shot, which remembers what it was created from. Pure. */
export function fillPlace(
  film: FilmDocument,
  shotId: string,
  { item, generationId }: { item: FilmItem; generationId: string },
): FilmDocument {
  const shot = film.shots.find(({ id }) => id === shotId);
  const place = shot && placeOf(shot);
  const filled = replaceContent(film, shotId, { content: makeContentOf(item), lengths: lengthOf(item) });
  if (!place) return filled;
  const origin: Place = { ...place, generationId, after: null };
  return withShot(filled, shotId, (each) => ({ ...each, origin }));
}

/** Opens a shot that was created, to create it again: with its words, and without what was generated for it. Pure. */
export function reopenPlace(film: FilmDocument, shotId: string, generations: readonly Ended[]): FilmDocument {
  return withShot(film, shotId, (shot) => {
    const place = placeOf(shot);
    if (!place) return shot;
    const last = findAwaited(shotId, place, generations)?.id ?? place.generationId ?? place.after ?? null;
    return { ...shot, content: { ...place, generationId: null, after: last }, origin: null };
  });
}

/** What is, or was, to be created in a shot. Pure. */
export function placeOf({ content, origin }: Pick<Shot, "content" | "origin">): Place | null {
  return content.kind === "place" ? content : (origin ?? null);
}

/** Where in a document places name their generation themselves, as a copy of the film has to. Pure. */
export function nameGenerations(film: FilmDocument, generations: readonly Ended[]): FilmDocument {
  const shots = film.shots.map((shot) => {
    if (shot.content.kind !== "place") return shot;
    const awaited = findAwaited(shot.id, shot.content, generations);
    return awaited ? { ...shot, content: { ...shot.content, generationId: awaited.id } } : shot;
  });
  return { ...film, shots };
}

function lengthOf({ id, durationSeconds }: FilmItem): SourceLengths {
  return new Map(durationSeconds === undefined ? [] : [[id, durationSeconds]]);
}

function withShot(film: FilmDocument, id: string, change: (shot: Shot) => Shot): FilmDocument {
  const index = film.shots.findIndex((shot) => shot.id === id);
  const shot = film.shots[index];
  if (!shot) return film;
  const changed = change(shot);
  return changed === shot ? film : { ...film, shots: film.shots.with(index, changed) };
}
