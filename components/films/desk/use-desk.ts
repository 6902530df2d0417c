"use client";

import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { DeskState, FilmDesk } from "./film-desk";

export const DeskContext = createContext<FilmDesk | null>(null);

/** The film that is open. */
export function useFilmDesk(): FilmDesk {
  const desk = use(DeskContext);
  if (!desk) throw new Error("Parts of the desk are inside of DeskContext");
  return desk;
}

/**
 * A value of the open film. The part renders again when the value is another one by `Object.is`, so choose what is shown and make no
 * objects in `choose`.
 */
export function useDesk<Value>(choose: (state: DeskState) => Value): Value {
  const desk = useFilmDesk();
  const read = useCallback(() => choose(desk.read()), [choose, desk]);
  return useSyncExternalStore(desk.subscribe, read, read);
}
