import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { filmAddress } from "@/components/queries/film-queries";
import type { FilmItem, FilmVersionWithDocument, OpenFilm } from "@/lib/films/film-dto";
import { listFilmItems } from "@/lib/films/film-document";
import { toFilmItem } from "@/lib/films/from-item";
import type { ItemDto } from "@/lib/items/item-dto";
import { FilmDesk } from "../desk/film-desk";
import type { FilmSaver } from "../desk/film-saver";

const fetchVersion = (desk: FilmDesk, number: number) =>
  apiFetch<FilmVersionWithDocument>(`${filmAddress(desk.read().film.id)}/versions/${number}`);

/**
 * Puts an earlier version into the film as an edit, so that it is saved as the next version and can be undone. Throws ApiError.
 */
export async function restoreVersion(desk: FilmDesk, saver: FilmSaver, number: number): Promise<void> {
  const { document } = await fetchVersion(desk, number);
  const { items } = await findItems(desk, listFilmItems(document));
  desk.addItems(items);
  desk.edit(() => document);
  await saver.flush();
}

/** A desk of an earlier version that can only be looked at, and when it was saved. Throws ApiError. */
export async function openVersion(
  desk: FilmDesk,
  number: number,
): Promise<{ desk: FilmDesk; version: FilmVersionWithDocument }> {
  const version = await fetchVersion(desk, number);
  const { items, missing } = await findItems(desk, listFilmItems(version.document));
  const opened: OpenFilm = {
    ...desk.read().film,
    role: "view",
    document: version.document,
    items,
    missing: missing.map((itemId) => ({ itemId, why: "gone" })),
  };
  return { desk: new FilmDesk(opened), version };
}

/** The items of a version: those that the desk knows, and the person's own that it has no longer. */
async function findItems(
  desk: FilmDesk,
  ids: readonly string[],
): Promise<{ items: FilmItem[]; missing: string[] }> {
  const known = desk.read().items;
  const found = await Promise.all(
    ids.map(async (id): Promise<FilmItem | null> => {
      const item = known.get(id);
      if (item) return item;
      try {
        const dto = await apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`);
        return dto.deletedAt === null ? toFilmItem(dto) : null;
      } catch (error) {
        if (error instanceof ApiError && error.code === "not-found") return null;
        throw error;
      }
    }),
  );
  return {
    items: found.filter((item) => item !== null),
    missing: ids.filter((_, index) => found[index] === null),
  };
}
