import type { FilmDocument, SoundPiece } from "@/lib/films/film-document";

/** The voices over which no caption is read yet, by time. Pure. */
export function listUncaptioned({
  sounds,
  captions,
}: Pick<FilmDocument, "sounds" | "captions">): SoundPiece[] {
  return sounds
    .filter(({ track }) => track === "voice")
    .filter(
      (piece) =>
        !captions.some(
          ({ atMs, lengthMs }) => atMs < piece.atMs + piece.lengthMs && atMs + lengthMs > piece.atMs,
        ),
    )
    .toSorted((one, other) => one.atMs - other.atMs);
}
