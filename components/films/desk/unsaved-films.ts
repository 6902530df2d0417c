import type { FilmDocument } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";

/** A save that was sent and has no answer yet. Sent again as it was, it is stored once. */
export interface SentSave {
  version: number;
  key: string;
  document: FilmDocument;
}

/** What one tab has changed of a film and not saved yet. */
export interface UnsavedFilm {
  filmId: string;
  /** Whose changes they are; nobody else is offered them. */
  userId: string;
  /** The desk that wrote it. */
  deskId: string;
  /** The version that was edited. */
  version: number;
  document: FilmDocument;
  /** The items of the document, as far as the desk knows them. */
  items: FilmItem[];
  sent: SentSave | null;
  /** An ISO time. */
  changedAt: string;
}

export interface UnsavedFilms {
  put(film: UnsavedFilm): Promise<void>;
  remove(film: Pick<UnsavedFilm, "filmId" | "deskId">): Promise<void>;
  /** Those of a film, the newest first. */
  list(filmId: string): Promise<UnsavedFilm[]>;
}

const storeName = "unsaved";
const keptDays = 60;

/**
 * Unsaved changes in this browser's IndexedDB, where a reload or a crash of the tab leaves them. Rejects where the browser has no
 * room or no storage.
 */
export function openUnsavedFilms(): UnsavedFilms {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () =>
    (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("reverie-films", 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(storeName, { keyPath: ["filmId", "deskId"] });
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = () => {
        opened = undefined;
        reject(request.error ?? new Error("IndexedDB can't be opened"));
      };
    }));

  async function change(act: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(storeName, "readwrite");
      act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("Not stored"));
    });
  }

  return {
    put: (film) => change((store) => store.put(film)),
    remove: ({ filmId, deskId }) => change((store) => store.delete([filmId, deskId])),
    async list(filmId) {
      const database = await open();
      const all = await new Promise<UnsavedFilm[]>((resolve, reject) => {
        const range = IDBKeyRange.bound([filmId], [filmId, []]);
        const request = database.transaction(storeName).objectStore(storeName).getAll(range);
        request.onsuccess = () => resolve(request.result as UnsavedFilm[]);
        request.onerror = () => reject(request.error ?? new Error("Not read"));
      });
      const oldest = new Date(Date.now() - keptDays * 86_400_000).toISOString();
      return all
        .filter(({ changedAt }) => changedAt >= oldest)
        .toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
    },
  };
}
