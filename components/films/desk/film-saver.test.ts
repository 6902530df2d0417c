import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/components/queries/api-fetch";
import { insertShots } from "@/lib/films/edit-shots";
import { makeFilm, type FilmDocument } from "@/lib/films/film-document";
import type { OpenFilm } from "@/lib/films/film-dto";
import type { FilmSave } from "@/lib/films/film-input";
import { makeShot } from "@/lib/films/testing/make-shots";
import { FilmDesk } from "./film-desk";
import { FilmSaver } from "./film-saver";
import type { UnsavedFilm, UnsavedFilms } from "./unsaved-films";

const filmId = "00000000-0000-4000-8000-0000000000f1";
const userId = "00000000-0000-4000-8000-0000000000u1";
const noAnswer = new ApiError("studio.unreachable", { status: 0 });

/** The rule of the server: a version is compared, and a key counts once. */
class Server {
  version = 1;
  document: FilmDocument = makeFilm({ aspect: "16:9", frameRate: 24 });
  keys = new Map<string, number>();
  sent: FilmSave[] = [];
  /** What happens to the next saves: an error before or after they are stored. */
  faults: { error: ApiError; stores: boolean }[] = [];

  save = (body: FilmSave): Promise<{ version: number }> => {
    this.sent.push(body);
    const fault = this.faults.shift();
    if (fault && !fault.stores) return Promise.reject(fault.error);
    const known = this.keys.get(body.key);
    if (known === undefined && body.version !== this.version) {
      return Promise.reject(new ApiError("film.changed", { status: 409 }));
    }
    if (known === undefined) {
      this.version += 1;
      this.document = body.document;
      this.keys.set(body.key, this.version);
    }
    return fault ? Promise.reject(fault.error) : Promise.resolve({ version: known ?? this.version });
  };

  open = (): OpenFilm => ({
    id: filmId,
    title: "Harbour lights",
    role: "owner",
    owner: "Mo",
    project: null,
    aspect: "16:9",
    shots: 0,
    durationMs: 0,
    cover: null,
    version: this.version,
    createdAt: "2026-11-26T12:00:00Z",
    updatedAt: "2026-11-26T12:00:00Z",
    deletedAt: null,
    document: this.document,
    items: [],
    missing: [],
  });
}

function makeStore(): UnsavedFilms & { films: Map<string, UnsavedFilm> } {
  const films = new Map<string, UnsavedFilm>();
  return {
    films,
    put: (film) => Promise.resolve(void films.set(film.deskId, film)),
    remove: ({ deskId }) => Promise.resolve(void films.delete(deskId)),
    list: () => Promise.resolve([...films.values()]),
  };
}

function openDesk(server: Server, store = makeStore()) {
  const desk = new FilmDesk(server.open());
  const load = vi.fn(() => Promise.resolve(server.open()));
  const saver = new FilmSaver(desk, { userId, save: server.save, load, unsaved: store });
  saver.start();
  const add = () => desk.edit((film) => insertShots(film, film.shots.length, [makeShot()]));
  return { desk, saver, store, add, load };
}

const settle = () => vi.advanceTimersByTimeAsync(60_000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("saving", () => {
  it("stores edits in a row once, after a pause", async () => {
    const server = new Server();
    const { desk, add, saver } = openDesk(server);
    add();
    add();
    expect(desk.read().save).toBe("unsaved");
    expect(saver.isSaved).toBe(false);
    await settle();
    expect(server.sent).toHaveLength(1);
    expect(server.document).toBe(desk.read().document);
    expect(desk.read()).toMatchObject({ save: "saved", film: { version: 2 } });
  });

  it("sends a save without an answer again as it was, before anything newer", async () => {
    const server = new Server();
    const { desk, add } = openDesk(server);
    server.faults.push({ error: noAnswer, stores: true }, { error: noAnswer, stores: false });
    add();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(desk.read()).toMatchObject({ save: "failed", fault: "studio.unreachable" });
    add();
    await settle();
    const [first, second, third, last] = server.sent;
    expect([second, third]).toEqual([first, first]);
    expect(last!.key).not.toBe(first!.key);
    expect(last!.version).toBe(2);
    expect(server.sent).toHaveLength(4);
    expect(server.document).toBe(desk.read().document);
    expect(server.version).toBe(3);
  });

  it("does not repeat what was refused, and tries the next edit", async () => {
    const server = new Server();
    const { desk, add } = openDesk(server);
    server.faults.push({ error: new ApiError("film.role", { status: 403 }), stores: false });
    add();
    await settle();
    expect(server.sent).toHaveLength(1);
    expect(desk.read()).toMatchObject({ save: "failed", fault: "film.role" });
    add();
    await settle();
    expect(desk.read().save).toBe("saved");
  });
});

describe("somebody else's save", () => {
  it("is never overwritten", async () => {
    const server = new Server();
    const [mine, theirs] = [openDesk(server), openDesk(server)];
    theirs.add();
    await settle();
    mine.add();
    mine.add();
    await settle();
    mine.add();
    await settle();
    expect(mine.desk.read().save).toBe("changed");
    expect(server.document).toBe(theirs.desk.read().document);
    expect(mine.desk.read().document.shots).toHaveLength(3);
    expect([...mine.store.films.values()][0]!.document).toBe(mine.desk.read().document);
    const kept: FilmDocument[] = [];
    await mine.saver.loadTheirs((document) => {
      kept.push(document);
      // Edited while the copy is made.
      if (kept.length === 1) mine.add();
      return Promise.resolve();
    });
    expect(kept.map(({ shots }) => shots.length)).toEqual([3, 4]);
    expect(mine.desk.read()).toMatchObject({ save: "saved", document: server.document, canUndo: false });
    expect(mine.store.films.size).toBe(0);
  });

  it("is shown at once where nothing is unsaved", async () => {
    const server = new Server();
    const [mine, theirs] = [openDesk(server), openDesk(server)];
    theirs.add();
    await settle();
    await mine.saver.hear(server.version);
    expect(mine.desk.read()).toMatchObject({ document: server.document, film: { version: 2 } });
    mine.add();
    await settle();
    expect(mine.desk.read().save).toBe("saved");
  });

  it("is shown in its newest version, also if an older one was on its way when that was told of", async () => {
    const server = new Server();
    const [mine, theirs] = [openDesk(server), openDesk(server)];
    theirs.add();
    await theirs.saver.flush();
    const old = server.open();
    theirs.add();
    await theirs.saver.flush();
    const slow = Promise.withResolvers<OpenFilm>();
    const loads = [slow.promise, slow.promise];
    mine.load.mockImplementation(() => loads.shift() ?? Promise.resolve(server.open()));
    const heard = [mine.saver.hear(2), mine.saver.hear(3)];
    slow.resolve(old);
    await Promise.all(heard);
    expect(mine.desk.read()).toMatchObject({ save: "saved", film: { version: 3 } });
  });

  it("is told apart from this desk's own", async () => {
    const server = new Server();
    const { desk, saver, add } = openDesk(server);
    add();
    await settle();
    await saver.hear(2);
    expect(desk.read().canUndo).toBe(true);
    await saver.hear(2);
    expect(desk.read().canUndo).toBe(true);
  });
});

describe("what a closed tab had not saved", () => {
  async function crash(server: Server) {
    const { desk, saver, store, add } = openDesk(server);
    add();
    await vi.advanceTimersByTimeAsync(1_000);
    add();
    await vi.advanceTimersByTimeAsync(0);
    saver.stop();
    return { film: [...store.films.values()][0]!, document: desk.read().document, store };
  }

  it("is taken over and saved, also where its last save was stored without an answer", async () => {
    for (const stores of [true, false]) {
      const server = new Server();
      server.faults.push({ error: noAnswer, stores });
      const { film, document, store } = await crash(server);
      expect(film.sent).not.toBeNull();
      const next = openDesk(server, store);
      next.saver.adopt(film);
      await settle();
      expect(server.document).toEqual(document);
      expect(next.desk.read().save).toBe("saved");
      expect(store.films.size).toBe(0);
    }
  });

  it("overwrites nobody who saved in the meantime", async () => {
    const server = new Server();
    server.faults.push({ error: noAnswer, stores: false });
    const { film, store } = await crash(server);
    const other = openDesk(server);
    other.add();
    await settle();
    const next = openDesk(server, store);
    next.saver.adopt(film);
    await settle();
    expect(next.desk.read().save).toBe("changed");
    expect(server.document).toBe(other.desk.read().document);
  });
});

it("warns only while changes are neither saved nor kept in the browser", async () => {
  const server = new Server();
  const store = makeStore();
  const { saver, add } = openDesk(server, { ...store, put: () => Promise.reject(new Error("No room")) });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(saver.wouldLose).toBe(false);
  add();
  expect(saver.wouldLose).toBe(true);
  await settle();
  expect(saver.wouldLose).toBe(false);
  vi.restoreAllMocks();
});
