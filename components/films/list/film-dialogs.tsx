"use client";

import { useSyncExternalStore } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { FilmDto } from "@/lib/films/film-dto";

/** A dialog about a film. It outlives the menu that opens it. */
export type FilmDialog = { kind: "rename" | "delete"; film: FilmDto };

let shown: FilmDialog | null = null;
const listeners = new Set<() => void>();

export function openFilmDialog(dialog: FilmDialog | null): void {
  shown = dialog;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const loaders = {
  rename: () => import("./rename-film-dialog"),
  delete: () => import("./delete-film-dialog"),
};

/** The dialog that a menu of a film has opened. */
export function FilmDialogs() {
  const dialog = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  if (!dialog) return null;
  const close = () => openFilmDialog(null);
  return (
    <FetchedPart
      key={dialog.kind}
      load={loaders[dialog.kind]}
      props={{ film: dialog.film, onClose: close }}
      onFailed={close}
    />
  );
}
