import { createKey } from "@/components/queries/press-keys";
import { insertShots } from "@/lib/films/edit-shots";
import { addSound } from "@/lib/films/edit-sounds";
import type { SoundTrack } from "@/lib/films/film-document";
import { findTrack, isSeen, makePieceOf, makeShotOf, toFilmItem } from "@/lib/films/from-item";
import { placeShots, toMs } from "@/lib/films/lay-out-film";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { ItemDto } from "@/lib/items/item-dto";
import type { FilmDesk } from "../desk/film-desk";

/** Where items go that are dropped: shots before the one at an index, sounds from a moment on. By default, at the playhead. */
export interface AddPlace {
  index?: number;
  atMs?: number;
  /** Of a sound; by default the one that its generator suggests. */
  track?: SoundTrack;
}

/**
 * Adds items of the library to the film as one step, selects them, and moves the playhead to the first, so that what is added next
 * follows them.
 */
export function addItems(
  desk: FilmDesk,
  items: readonly ItemDto[],
  generators: readonly GeneratorFacts[],
  place: AddPlace = {},
): void {
  if (!desk.canEdit || items.length === 0) return;
  const { document, frame } = desk.read();
  const { frameRate } = document;
  desk.addItems(items.map(toFilmItem));
  const shots = items
    .filter(isSeen)
    .map((item) => makeShotOf(toFilmItem(item), { id: createKey(), frameRate }));
  let atMs = place.atMs ?? toMs(frame, frameRate);
  const pieces = items
    .filter((item) => !isSeen(item))
    .map((item) => {
      const track = place.track ?? findTrack(generators.find(({ id }) => id === item.generator));
      const piece = makePieceOf(item, { id: createKey(), atMs, track });
      atMs += piece.lengthMs;
      return piece;
    });
  const index = place.index ?? findIndexAt(desk, frame);
  desk.edit((film) => {
    const filled = shots.length > 0 ? insertShots(film, index, shots) : film;
    return pieces.reduce(addSound, filled);
  });
  desk.select([...shots, ...pieces].map(({ id }) => id));
  const [first] = shots;
  const placed = first && placeShots(desk.read().document).find(({ shot }) => shot.id === first.id);
  if (placed) desk.seek(placed.start + placed.transitionFrames);
}

/** Behind the shot that is seen at a frame, or at the end. */
function findIndexAt(desk: FilmDesk, frame: number): number {
  const index = desk.placed.findLastIndex(({ start }) => start <= frame);
  return index < 0 ? desk.placed.length : index + 1;
}
