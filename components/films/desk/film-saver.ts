import { ApiError } from "@/components/queries/api-fetch";
import { createKey } from "@/components/queries/press-keys";
import type { FilmDocument } from "@/lib/films/film-document";
import type { FilmDto, OpenFilm, SavedFilm } from "@/lib/films/film-dto";
import type { FilmSave } from "@/lib/films/film-input";
import type { FilmDesk } from "./film-desk";
import type { SentSave, UnsavedFilm, UnsavedFilms } from "./unsaved-films";

/** A pause in editing that is long enough to save. */
const restMs = 1_000;
const firstRetryMs = 2_000;
const maximumRetryMs = 30_000;

interface FilmSaverOptions {
  userId: string;
  save: (body: FilmSave) => Promise<SavedFilm>;
  load: () => Promise<OpenFilm>;
  unsaved: UnsavedFilms;
  /** What the desk holds now is stored. */
  onSaved?: (film: OpenFilm) => void;
}

/**
 * Saves the film of a desk as it is edited, and follows what others save while nothing is unsaved here. A save without an answer is
 * sent again with its key, before anything newer. What isn't saved yet is kept in the browser.
 */
export class FilmSaver {
  readonly deskId = createKey();
  #desk: FilmDesk;
  #options: FilmSaverOptions;
  /** The version that is edited, and what it holds. */
  #version: number;
  #stored: FilmDocument;
  #sent: SentSave | null = null;
  #isSending = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  #seen: FilmDocument;
  /** Versions of this desk, of which news is still to come. */
  #own = new Set<number>();
  /** News that came while a save was on its way. */
  #news: number | null | undefined;
  #newest: number;
  #isKept = true;
  #keeping: Promise<void> | null = null;
  #keepAgain = false;
  /** What was taken over stays until it is kept under the name of this desk. */
  #adopted: UnsavedFilm | null = null;

  constructor(desk: FilmDesk, options: FilmSaverOptions) {
    const { document, film } = desk.read();
    this.#desk = desk;
    this.#options = options;
    this.#version = film.version;
    this.#newest = film.version;
    this.#stored = document;
    this.#seen = document;
  }

  /** Begins to save. Safe to call again. */
  start(): void {
    this.#unsubscribe ??= this.#desk.subscribe(() => this.#look());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  get isSaved(): boolean {
    return this.#sent === null && this.#desk.read().document === this.#stored;
  }

  /** Whether closing the tab now would lose something: it is neither saved nor kept in the browser. */
  get wouldLose(): boolean {
    return !this.isSaved && !this.#isKept;
  }

  /** Saves now instead of after a pause: the tab is hidden, the network is back, or the person asks for it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSending || this.#desk.read().save === "changed") return;
    const { document } = this.#desk.read();
    if (!this.#sent) {
      if (document === this.#stored) {
        this.#desk.setSave("saved");
        return;
      }
      this.#sent = { version: this.#version, key: createKey(), document };
      this.#keep();
    }
    this.#isSending = true;
    this.#desk.setSave("saving");
    try {
      const { version } = await this.#options.save(this.#sent);
      this.#acceptSave(version, this.#sent.document);
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#isSending = false;
    }
    const news = this.#news;
    this.#news = undefined;
    if (news !== undefined) await this.hear(news);
    else if (this.isSaved && this.#newest > this.#version) await this.#follow();
  }

  /** Takes over what a tab had not saved when it was closed or crashed. */
  adopt(film: UnsavedFilm): void {
    const { document } = this.#desk.read();
    if (!film.sent && JSON.stringify(film.document) === JSON.stringify(document)) {
      void this.#options.unsaved.remove(film);
      return;
    }
    this.#version = film.version;
    this.#sent = film.sent;
    this.#desk.addItems(film.items);
    this.#desk.edit(() => film.document);
    this.#adopted = film;
    this.#keep();
  }

  /** A version of the film was saved somewhere, or something else of it changed; null once it is deleted for good. */
  async hear(version: number | null): Promise<void> {
    if (this.#isSending) {
      this.#news = version;
      return;
    }
    if (version === null) {
      this.#desk.setSave("failed", "not-found");
      return;
    }
    if (this.#own.delete(version) || version < this.#version) return;
    this.#newest = Math.max(this.#newest, version);
    // With unsaved changes, the next save says so.
    if (this.isSaved) await this.#follow();
  }

  /**
   * Shows the film as it is stored, and forgets what is unsaved here, once `keep` has kept that elsewhere. What is edited meanwhile is
   * kept as well: `keep` is called again.
   */
  async loadTheirs(keep: (document: FilmDocument) => Promise<void>): Promise<void> {
    let opened: OpenFilm;
    let kept: FilmDocument;
    do {
      kept = this.#desk.read().document;
      await keep(kept);
      opened = await this.#options.load();
    } while (kept !== this.#desk.read().document);
    this.#sent = null;
    this.#show(opened);
    await this.#forget();
    if (this.#newest > this.#version) await this.#follow();
  }

  #look(): void {
    const { document } = this.#desk.read();
    if (document === this.#seen) return;
    this.#seen = document;
    if (document !== this.#stored || this.#sent) this.#keep();
    if (this.#desk.read().save === "changed") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), restMs);
  }

  #acceptSave(version: number, document: FilmDocument): void {
    this.#sent = null;
    this.#failures = 0;
    this.#version = version;
    this.#stored = document;
    this.#own.add(version);
    this.#desk.setFilm({ version, updatedAt: new Date().toISOString() });
    if (this.isSaved) {
      this.#desk.setSave("saved");
      void this.#forget();
      this.#options.onSaved?.(this.#describe());
    } else {
      this.#desk.setSave("unsaved");
      this.#keep();
      this.#timer = setTimeout(() => void this.flush(), restMs);
    }
  }

  #refuse(error: unknown): void {
    const code = error instanceof ApiError ? error.code : "internal";
    const isPassing =
      error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
    if (code === "film.changed") {
      this.#sent = null;
      this.#desk.setSave("changed");
      return;
    }
    this.#desk.setSave("failed", code);
    if (!isPassing) {
      // A refusal is final for this document; the next edit is tried.
      this.#sent = null;
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    const waitMs = Math.min(maximumRetryMs, firstRetryMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.flush(), waitMs);
  }

  async #follow(): Promise<void> {
    let opened: OpenFilm;
    try {
      opened = await this.#options.load();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What can't be read now is read with the next news, or once the connection is back.
      if (error.status === 404) this.#desk.setSave("failed", error.code);
      return;
    }
    if (!this.isSaved || this.#isSending || opened.version < this.#version) return;
    const isNews = opened.version > this.#version;
    this.#show(opened);
    // What was loaded may have been on its way already when the next version was told of.
    if (isNews && this.#newest > this.#version) await this.#follow();
  }

  #show(opened: OpenFilm): void {
    const { document, items, missing: _missing, ...film } = opened;
    const isSame = opened.version === this.#version && this.isSaved;
    this.#version = opened.version;
    this.#newest = Math.max(this.#newest, opened.version);
    if (isSame) {
      this.#desk.setFilm(film satisfies FilmDto);
      this.#desk.addItems(items);
      return;
    }
    this.#stored = document;
    this.#seen = document;
    this.#desk.replace(opened);
  }

  /** The film as it is stored, for whoever opens it next in this tab. */
  #describe(): OpenFilm {
    const { film, items, missing } = this.#desk.read();
    return {
      ...film,
      document: this.#stored,
      items: [...items.values()],
      missing: [...missing].map(([itemId, why]) => ({ itemId, why })),
    };
  }

  /** Keeps what is unsaved in the browser: one write at a time, the newest state last. */
  #keep(): void {
    this.#isKept = false;
    if (this.#keeping) {
      this.#keepAgain = true;
      return;
    }
    const { film, document, items } = this.#desk.read();
    this.#keeping = this.#options.unsaved
      .put({
        filmId: film.id,
        userId: this.#options.userId,
        deskId: this.deskId,
        version: this.#version,
        document,
        items: [...items.values()],
        sent: this.#sent,
        changedAt: new Date().toISOString(),
      })
      .then(
        async () => {
          this.#isKept = true;
          const adopted = this.#adopted;
          this.#adopted = null;
          if (adopted) await this.#options.unsaved.remove(adopted);
        },
        // Without storage, leaving warns.
        (error: unknown) => console.warn("Unsaved changes can't be kept in this browser.", error),
      )
      .finally(() => {
        this.#keeping = null;
        if (!this.#keepAgain) return;
        this.#keepAgain = false;
        if (this.isSaved) void this.#forget();
        else this.#keep();
      });
  }

  async #forget(): Promise<void> {
    if (this.#keeping) {
      this.#keepAgain = true;
      return;
    }
    const filmId = this.#desk.read().film.id;
    await this.#options.unsaved.remove({ filmId, deskId: this.deskId }).catch((error: unknown) => {
      console.warn("Saved changes can't be removed from this browser.", error);
    });
  }
}
