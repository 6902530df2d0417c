import type { FilmDocument, Place } from "./film-document";

interface FilmIds {
  itemId: (id: string) => string;
  generationId: (id: string) => string;
}

/** A film that names other items and generations in the same places. Pure. */
export function mapFilmIds(film: FilmDocument, { itemId, generationId }: FilmIds): FilmDocument {
  const orNull = (id: string | null) => id && generationId(id);
  const mapPlace = (place: Place): Place => ({
    ...place,
    firstFrame:
      place.firstFrame.of === "item"
        ? { of: "item", itemId: itemId(place.firstFrame.itemId) }
        : place.firstFrame,
    generationId: orNull(place.generationId),
    ...(place.after === undefined ? {} : { after: orNull(place.after) }),
  });
  return {
    ...film,
    shots: film.shots.map((shot) => {
      const { content, origin } = shot;
      return {
        ...shot,
        content:
          content.kind === "place"
            ? mapPlace(content)
            : content.kind === "card"
              ? content
              : { ...content, itemId: itemId(content.itemId) },
        ...(origin ? { origin: mapPlace(origin) } : {}),
      };
    }),
    sounds: film.sounds.map((piece) => ({ ...piece, itemId: itemId(piece.itemId) })),
    captions: film.captions.map((caption) =>
      caption.spoken ? { ...caption, spoken: generationId(caption.spoken) } : caption,
    ),
  };
}
