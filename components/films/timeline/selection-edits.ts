import { createKey } from "@/components/queries/press-keys";
import { trimShot } from "@/lib/films/edit-shots";
import { trimPlaced } from "@/lib/films/edit-sounds";
import {
  duplicateSelected,
  moveShots,
  removeSelected,
  shiftPlaced,
  splitAt,
  type Added,
} from "@/lib/films/edit-selection";
import type { FilmDocument } from "@/lib/films/film-document";
import { toMs } from "@/lib/films/lay-out-film";
import type { FilmDesk } from "../desk/film-desk";
import { findBounds } from "./shots/shot-bounds";

/** Edits of what is selected, for keys, buttons and menus alike. */
export function createSelectionEdits(desk: FilmDesk) {
  const selection = () => desk.read().selection;

  /** An edit that adds something, which then is selected. */
  function addAndSelect(change: (film: FilmDocument) => Added): void {
    if (!desk.canEdit) return;
    const { film, ids } = change(desk.read().document);
    if (ids.length === 0) return;
    desk.edit(() => film);
    desk.select(ids);
  }

  return {
    addAndSelect,

    /** Deletes it. What was heard during deleted shots stays at the cut. */
    remove(ids = selection()): void {
      desk.edit((film) => removeSelected(film, ids));
    },

    duplicate(ids = selection()): void {
      addAndSelect((film) => duplicateSelected(film, ids, createKey));
    },

    split(): void {
      const { frame } = desk.read();
      desk.edit((film) => splitAt(film, { frame, ids: selection(), newId: createKey }));
    },

    /** Moves shots by one place, sounds and captions by a frame. */
    move(direction: -1 | 1, ids = selection()): void {
      desk.edit((film) => {
        const indexes = film.shots.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
        const first = indexes[0];
        const shots =
          first === undefined
            ? film
            : moveShots(film, ids, direction < 0 ? Math.max(0, first - 1) : indexes.at(-1)! + 2);
        return shiftPlaced(shots, ids, (direction * 1_000) / film.frameRate);
      });
    },

    /** Trims the start or end of what is selected to the playhead; of shots, that of the one below it if it is selected or none is. */
    trimToPlayhead(side: "start" | "end"): void {
      const { frame, document } = desk.read();
      const index = desk.placed.findIndex((_, each) => {
        const { left, right } = findBounds(desk.placed, each);
        return frame >= left && frame < right;
      });
      const below = desk.placed[index];
      const ids = selection();
      const { lengths } = desk;
      const moment = toMs(frame, document.frameRate);
      desk.edit((film) => {
        const sounds = [...film.sounds, ...film.captions].filter(({ id }) => ids.has(id));
        let edited = film;
        for (const { id, atMs, lengthMs } of sounds) {
          const ms = side === "start" ? atMs - moment : moment - atMs - lengthMs;
          edited = trimPlaced(edited, id, { side, ms, lengths });
        }
        if (!below || (ids.size > 0 && !ids.has(below.shot.id))) return edited;
        const frames = side === "start" ? below.start - frame : frame + 1 - below.end;
        return trimShot(edited, below.shot.id, { side, frames, lengths });
      });
      // What begins at the playhead now is where it was cut.
      if (side === "start" && below && (ids.size === 0 || ids.has(below.shot.id))) desk.seek(below.start);
    },
  };
}

export type SelectionEdits = ReturnType<typeof createSelectionEdits>;
