import type { FilmDocument } from "@/lib/films/film-document";

/** What an export can't show: the numbers of shots without a result, how long they are, and how many other items are gone. Pure. */
export function describeMissing(
  { shots, sounds, frameRate }: FilmDocument,
  missing: ReadonlyMap<string, unknown>,
): { places: number[]; seconds: number; lost: number } {
  const places = shots.flatMap(({ content }, index) => (content.kind === "place" ? [index + 1] : []));
  const frames = shots.reduce((sum, { content, frames }) => sum + (content.kind === "place" ? frames : 0), 0);
  const used = [...shots.map(({ content }) => content), ...sounds].flatMap((each) =>
    "itemId" in each ? [each.itemId] : [],
  );
  return {
    places,
    seconds: Math.round(frames / frameRate),
    lost: new Set(used.filter((id) => missing.has(id))).size,
  };
}
