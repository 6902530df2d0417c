import type { FilmDocument } from "@/lib/films/film-document";
import type { FilmDto, FilmItem, OpenFilm } from "@/lib/films/film-dto";
import type { SourceLengths } from "@/lib/films/edit-shots";
import { countFrames, measureFilm, placeShots, type PlacedShot } from "@/lib/films/lay-out-film";

/** Whether what is shown is stored: `changed` when somebody else saved in the meantime, so that it can't be. */
export type SaveState = "saved" | "unsaved" | "saving" | "failed" | "changed";

/** What the desk shows at one moment. */
export interface DeskState {
  /** The film without its document. */
  film: FilmDto;
  document: FilmDocument;
  /** The items that the film uses, or that were added to the desk, by ID. */
  items: ReadonlyMap<string, FilmItem>;
  /** The items of the document that the person doesn't see, by ID. */
  missing: ReadonlyMap<string, "gone" | "trash">;
  /** IDs of shots, sounds and captions. */
  selection: ReadonlySet<string>;
  /** The frame at the playhead. */
  frame: number;
  isPlaying: boolean;
  canUndo: boolean;
  canRedo: boolean;
  save: SaveState;
  /** Code of the error that kept it from being saved. */
  fault: string | null;
}

interface Step {
  document: FilmDocument;
  selection: ReadonlySet<string>;
}

const maxSteps = 500;

/**
 * A film that is open: its document with undo and redo, its items, the selection and the playhead. Outside of React's state, so that
 * only parts whose values change render. Knows nothing of how it is saved, drawn or heard; they listen to it.
 */
export class FilmDesk {
  #state: DeskState;
  #listeners = new Set<() => void>();
  #undo: Step[] = [];
  #redo: Step[] = [];
  /** The gesture whose edits are one step. */
  #gesture: string | undefined;
  #placed: readonly PlacedShot[];
  #lengths: SourceLengths;

  constructor(opened: OpenFilm) {
    const { document, items, missing, ...film } = opened;
    this.#state = {
      film,
      document,
      items: new Map(items.map((item) => [item.id, item])),
      missing: new Map(missing.map(({ itemId, why }) => [itemId, why])),
      selection: new Set(),
      frame: 0,
      isPlaying: false,
      canUndo: false,
      canRedo: false,
      save: "saved",
      fault: null,
    };
    this.#placed = placeShots(document);
    this.#lengths = measureSources(this.#state.items);
  }

  readonly read = (): DeskState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The shots where they are in the film. */
  get placed(): readonly PlacedShot[] {
    return this.#placed;
  }

  /** How long the sources are, in seconds. */
  get lengths(): SourceLengths {
    return this.#lengths;
  }

  /** The number of frames to the end of the last shot or sound. */
  get frames(): number {
    const { document } = this.#state;
    const heard = Math.ceil((measureFilm(document) * document.frameRate) / 1_000 - 1e-6);
    return Math.max(countFrames(this.#placed), heard);
  }

  get canEdit(): boolean {
    return this.#state.film.role !== "view" && this.#state.film.deletedAt === null;
  }

  /**
   * Changes the document by one of the edits of lib/films. An edit that changes nothing is no step.
   *
   * @param gesture edits in a row with the same name are undone together, such as those of one drag; `endGesture` ends it
   */
  edit(change: (film: FilmDocument) => FilmDocument, gesture?: string): void {
    if (!this.canEdit) return;
    const before = this.#state;
    const document = change(before.document);
    if (document === before.document) return;
    const continues = gesture !== undefined && gesture === this.#gesture;
    if (!continues) {
      this.#undo.push({ document: before.document, selection: before.selection });
      if (this.#undo.length > maxSteps) this.#undo.shift();
    }
    this.#gesture = gesture;
    this.#redo = [];
    this.#show(document, before.selection);
  }

  endGesture(): void {
    this.#gesture = undefined;
  }

  /** Takes back the edits of the gesture that goes on. */
  cancelGesture(): void {
    if (this.#gesture === undefined) return;
    this.#gesture = undefined;
    const step = this.#undo.pop();
    if (step) this.#show(step.document, step.selection);
  }

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  select(ids: Iterable<string>): void {
    this.#set({ selection: new Set(ids) });
  }

  /** Moves the playhead, to the last frame at most. */
  seek(frame: number): void {
    this.#set({ frame: Math.max(0, Math.min(Math.round(frame), Math.max(0, this.frames - 1))) });
  }

  setPlaying(isPlaying: boolean): void {
    this.#set({ isPlaying });
  }

  setSave(save: SaveState, fault: string | null = null): void {
    this.#set({ save, fault });
  }

  /** What is known of the film besides its document: after it was saved, renamed or moved. */
  setFilm(changes: Partial<FilmDto>): void {
    this.#set({ film: { ...this.#state.film, ...changes } });
  }

  /** Items that the document is about to use, or that the desk has read. */
  addItems(items: readonly FilmItem[]): void {
    const known = new Map(this.#state.items);
    const missing = new Map(this.#state.missing);
    for (const item of items) {
      known.set(item.id, item);
      missing.delete(item.id);
    }
    this.#lengths = measureSources(known);
    this.#set({ items: known, missing });
  }

  /** Shows what another tab or person saved. It can't be undone here. */
  replace(opened: OpenFilm): void {
    const { document, items, missing, ...film } = opened;
    this.#undo = [];
    this.#redo = [];
    this.#gesture = undefined;
    const known = new Map([...this.#state.items, ...items.map((item) => [item.id, item] as const)]);
    for (const { itemId } of missing) known.delete(itemId);
    this.#lengths = measureSources(known);
    this.#show(document, this.#state.selection, {
      film,
      items: known,
      missing: new Map(missing.map(({ itemId, why }) => [itemId, why])),
      save: "saved",
      fault: null,
    });
  }

  #step(from: Step[], to: Step[]): void {
    const step = from.pop();
    if (!step || !this.canEdit) return;
    const { document, selection } = this.#state;
    to.push({ document, selection });
    this.#gesture = undefined;
    this.#show(step.document, step.selection);
  }

  /** Listeners hear once, of all of it. */
  #show(document: FilmDocument, selection: ReadonlySet<string>, changes: Partial<DeskState> = {}): void {
    this.#placed = placeShots(document);
    const ids = new Set([...document.shots, ...document.sounds, ...document.captions].map(({ id }) => id));
    const kept = [...selection].every((id) => ids.has(id))
      ? selection
      : new Set([...selection].filter((id) => ids.has(id)));
    this.#state = { ...this.#state, document };
    const frame = Math.min(this.#state.frame, Math.max(0, this.frames - 1));
    const save = this.#state.save === "changed" ? "changed" : "unsaved";
    this.#set({ document, selection: kept, frame, save, ...changes });
  }

  #set(changes: Partial<DeskState>): void {
    this.#state = {
      ...this.#state,
      ...changes,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    };
    for (const listener of this.#listeners) listener();
  }
}

function measureSources(items: ReadonlyMap<string, FilmItem>): SourceLengths {
  const lengths = new Map<string, number>();
  for (const { id, durationSeconds } of items.values()) {
    if (durationSeconds !== undefined) lengths.set(id, durationSeconds);
  }
  return lengths;
}
