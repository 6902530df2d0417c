import type { ExportSettings } from "../export-dto";
import type { FilmDocument } from "../film-document";
import type { FilmLoop } from "../film-loop";
import { type PlacedShot, placeShots } from "../lay-out-film";

type Piece = Pick<FilmLoop, "startFrame" | "frameCount">;

/** The shots that are seen in a film, or in a piece of it. Pure. */
export function listSeenShots(film: FilmDocument, piece?: Piece): PlacedShot[] {
  const placed = placeShots(film);
  if (!piece) return placed;
  const pieceEnd = piece.startFrame + piece.frameCount;
  return placed.filter(({ start, end }) => start < pieceEnd && end > piece.startFrame);
}

/** The items that are seen or heard in a film, each once. Of a loop, those that are seen in it. Pure. */
export function listShownItems(film: FilmDocument, loop?: Piece): string[] {
  const ofShots = listSeenShots(film, loop).flatMap(({ shot: { content } }) =>
    content.kind === "video" || content.kind === "picture" ? [content.itemId] : [],
  );
  return [...new Set([...ofShots, ...(loop ? [] : film.sounds.map(({ itemId }) => itemId))])];
}

/** The items that an export needs. Pure. */
export const listExportedItems = (film: FilmDocument, settings: ExportSettings): string[] =>
  listShownItems(film, "frameCount" in settings ? settings : undefined);
