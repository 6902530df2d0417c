import type { FilmDocument } from "../film-document";

/** The items that are seen or heard in a film, each once. Pure. */
export function listShownItems({ shots, sounds }: FilmDocument): string[] {
  const ofShots = shots.flatMap(({ content }) =>
    content.kind === "video" || content.kind === "picture" ? [content.itemId] : [],
  );
  return [...new Set([...ofShots, ...sounds.map(({ itemId }) => itemId)])];
}
