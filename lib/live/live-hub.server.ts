import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { keepSession } from "@/lib/db/kept-session.server";
import { getLogger } from "@/lib/errors/logger.server";
import { readJson } from "@/lib/errors/read-json";
import { type LiveList, liveLists } from "./live-lists";

/** The channel of changes of generations (trigger in prisma/migrations). */
export const liveChannel = "reverie_live";

/** The channel of new stream pieces; the payload is the ID of the generation. */
export const streamChannel = "reverie_stream";

/** The channel of lists of a person that are to be loaded again. */
const listChannel = "reverie_lists";

const listChangeSchema = z.object({ userId: z.uuid(), list: z.enum(liveLists) });

/**
 * A new generation passes several states on its way out, of which nothing is told in its first 70 ms (`reverie_notify_generation`):
 * its insertion is told after that, with time for the commit of the last of them. So whoever read it before learns that it changed.
 */
const leavingMs = 100;

/** Tells a person's browsers to load a list again, once the transaction is committed. */
export async function tellListChanged(
  transaction: Pick<Queryable, "$executeRaw">,
  userId: string,
  list: LiveList,
): Promise<void> {
  const payload = JSON.stringify({ userId, list } satisfies z.input<typeof listChangeSchema>);
  await transaction.$executeRaw`SELECT pg_notify(${listChannel}, ${payload})`;
}

/** The channel of changes of items (trigger in prisma/migrations). */
const itemChannel = "reverie_items";

/** The channel of changes of films, told to each person who sees them. */
export const filmChannel = "reverie_films";

/** A film changed: the version of its document now, or null once it is deleted for good. */
const filmChangeSchema = z.object({ userId: z.uuid(), id: z.uuid(), version: z.int().nullable() });
export type FilmChange = Omit<z.infer<typeof filmChangeSchema>, "userId">;

/** The channel of changes of exports of films, told to workers and to each person who sees them. */
export const filmExportChannel = "reverie_film_exports";

const filmExportChangeSchema = z.object({
  userId: z.uuid(),
  id: z.uuid(),
  /** What workers are to know: one may be taken, or ended while a worker has it. */
  news: z.enum(["asked", "ended"]).optional(),
});

/** Parses the payload of `filmExportChannel`; null for an unknown shape, which is logged. */
export const parseFilmExportChange = (payload: string) => parsePayload(filmExportChangeSchema, payload);

/** The items of a person that one statement changed; null for too many to name. */
const itemChangeSchema = z.object({ userId: z.uuid(), ids: z.array(z.uuid()).nullable() });

/** A change of a generation, or of a task of items. */
const changeSchema = z.object({
  userId: z.uuid(),
  id: z.uuid(),
  /** Not a generation but a task of items. */
  task: z.literal(true).optional(),
  /** The rate bucket whose queue it entered or left. */
  line: z.string().optional(),
  /** A new generation that may start at once. */
  due: z.boolean().optional(),
  /** When it is to be worked on next, in epoch milliseconds; missing where nothing is planned. */
  at: z.number().optional(),
  /** Stands for many generations, each planned for a time of its own. */
  many: z.literal(true).optional(),
  /** Items that changed with it. */
  items: z.array(z.uuid()).optional(),
  /** Lists that changed with it. */
  lists: z.array(z.enum(liveLists)).optional(),
});
type GenerationChange = z.infer<typeof changeSchema>;

/** Has the changes of generations in this transaction not told one by one; what may start at once still is. */
export async function tellTogether(transaction: Pick<Queryable, "$executeRaw">): Promise<void> {
  await transaction.$executeRaw`SELECT set_config('reverie.batch', 'on', true)`;
}

/** Tells of changes that stand for many: one in each queue moves what is shown of it, and wakes who waits for it. */
export async function tellChanges(
  transaction: Pick<Queryable, "$executeRaw">,
  changes: readonly Pick<GenerationChange, "userId" | "id" | "line">[],
): Promise<void> {
  for (const change of changes) {
    // The version before this one expects a version.
    const payload = JSON.stringify({ ...change, many: true, version: 0 });
    await transaction.$executeRaw`SELECT pg_notify(${liveChannel}, ${payload})`;
  }
}

/** Has everything that this transaction changes told in one notification, by `tellHeld`. */
export async function holdNews(transaction: Pick<Queryable, "$executeRaw">): Promise<void> {
  await transaction.$executeRaw`SELECT set_config('reverie.held', 'on', true)`;
}

/** Tells that a generation changed, with what the same transaction held back. */
export async function tellHeld(
  transaction: Pick<Queryable, "$executeRaw">,
  generationId: string,
): Promise<void> {
  await transaction.$executeRaw`SELECT reverie_tell_held(${generationId}::uuid)`;
}

export interface LiveListener {
  onChange(change: GenerationChange): void;
  /** Items changed, came or went; null for too many to name. */
  onItemChange?(ids: readonly string[] | null): void;
  /** A film that the person sees, or no longer sees, changed. */
  onFilmChange?(change: FilmChange): void;
  /** An export of a film that the person sees changed, or went. */
  onFilmExportChange?(id: string): void;
  /** A list is to be loaded again. */
  onListChange?(list: LiveList): void;
  /** A generation of any person entered or left a queue, so positions have changed. */
  onLineChange(change: GenerationChange): void;
  /** Changes may have been missed while the database was away: refetch everything. */
  onGap(): void;
}

export interface LiveHub {
  /**
   * A mark of everything that has changed for a person. Whoever reads data after the mark, and later finds the same mark
   * while subscribed, has missed nothing.
   */
  readMark(userId: string): string;
  /** Listens to one person's generations and items until the returned function is called. */
  subscribe(userId: string, listener: LiveListener): () => void;
  /**
   * Calls back when a stream may have grown or ended, or notifications may have been missed, until the returned function
   * is called.
   */
  subscribeStream(generationId: string, onNews: () => void): () => void;
  /** The number of stream listeners. */
  countStreamListeners(): number;
  close(): Promise<void>;
}

/** One LISTEN connection for the whole process, which reconnects automatically. */
export async function openLiveHub(databaseUrl: string): Promise<LiveHub> {
  const listeners = createGroups<LiveListener>();
  const streamListeners = createGroups<() => void>();
  const changeCounts = new Map<string, number>();
  /** Differs between processes, and after changes may have been missed. */
  let era = randomUUID();

  function dispatch(payload: string | undefined): void {
    const change = parseChange(payload);
    if (!change) era = randomUUID();
    else if (change.due) setTimeout(() => tell(change), leavingMs).unref();
    else tell(change);
  }

  function tell(change: GenerationChange): void {
    countChange(change.userId);
    listeners.each(change.userId, (listener) => listener.onChange(change));
    if (change.line !== undefined) listeners.all((listener) => listener.onLineChange(change));
    streamListeners.each(change.id, (onNews) => onNews());
    const { items, lists = [] } = change;
    if (items) listeners.each(change.userId, (listener) => listener.onItemChange?.(items));
    for (const list of lists) listeners.each(change.userId, (listener) => listener.onListChange?.(list));
  }

  function dispatchItems(payload: string | undefined): void {
    const change = parsePayload(itemChangeSchema, payload);
    if (!change) {
      era = randomUUID();
      return;
    }
    countChange(change.userId);
    listeners.each(change.userId, (listener) => listener.onItemChange?.(change.ids));
  }

  function dispatchFilm(payload: string | undefined): void {
    const change = parsePayload(filmChangeSchema, payload);
    if (!change) {
      era = randomUUID();
      return;
    }
    const { userId, ...film } = change;
    countChange(userId);
    listeners.each(userId, (listener) => listener.onFilmChange?.(film));
  }

  function dispatchFilmExport(payload: string | undefined): void {
    const change = parsePayload(filmExportChangeSchema, payload);
    if (!change) {
      era = randomUUID();
      return;
    }
    countChange(change.userId);
    listeners.each(change.userId, (listener) => listener.onFilmExportChange?.(change.id));
  }

  function dispatchList(payload: string | undefined): void {
    const change = parsePayload(listChangeSchema, payload);
    if (!change) {
      era = randomUUID();
      return;
    }
    countChange(change.userId);
    listeners.each(change.userId, (listener) => listener.onListChange?.(change.list));
  }

  function countChange(userId: string): void {
    changeCounts.set(userId, (changeCounts.get(userId) ?? 0) + 1);
  }

  const session = await keepSession({
    databaseUrl,
    // Another name than in the version before: it has news told together (`reverie_has_older_listener`).
    name: "reverie-news",
    begin: async (client) =>
      void (await client.query(
        [liveChannel, streamChannel, itemChannel, listChannel, filmChannel, filmExportChannel]
          .map((channel) => `LISTEN ${channel}`)
          .join("; "),
      )),
    onNotification({ channel, payload }) {
      if (channel === streamChannel) streamListeners.each(payload ?? "", (onNews) => onNews());
      else if (channel === itemChannel) dispatchItems(payload);
      else if (channel === listChannel) dispatchList(payload);
      else if (channel === filmChannel) dispatchFilm(payload);
      else if (channel === filmExportChannel) dispatchFilmExport(payload);
      else dispatch(payload);
    },
    onRestored() {
      era = randomUUID();
      listeners.all((listener) => listener.onGap());
      streamListeners.all((onNews) => onNews());
    },
  });
  return {
    readMark: (userId) => `${era}.${changeCounts.get(userId) ?? 0}`,
    subscribe: (userId, listener) => listeners.add(userId, listener),
    subscribeStream: (generationId, onNews) => streamListeners.add(generationId, onNews),
    countStreamListeners: streamListeners.count,
    close: session.close,
  };
}

/** Listeners by key. Empty groups are removed. */
function createGroups<Listener>() {
  const groups = new Map<string, Set<Listener>>();
  return {
    add(key: string, listener: Listener): () => void {
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0 && groups.get(key) === group) groups.delete(key);
      };
    },
    each: (key: string, tell: (listener: Listener) => void) => groups.get(key)?.forEach(tell),
    count: () => [...groups.values()].reduce((sum, group) => sum + group.size, 0),
    all(tell: (listener: Listener) => void): void {
      for (const group of groups.values()) group.forEach(tell);
    },
  };
}

/** Parses the payload of `liveChannel`; null for an unknown shape, which is logged. */
export function parseChange(payload: string | undefined): GenerationChange | null {
  return parsePayload(changeSchema, payload);
}

function parsePayload<Value>(schema: z.ZodType<Value>, payload: string | undefined): Value | null {
  const change = readJson(schema, payload ?? "");
  if (change) return change;
  getLogger().error({ payload }, "A live notification has an unknown shape");
  return null;
}
