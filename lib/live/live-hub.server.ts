import { Client } from "pg";
import { z } from "zod";
import { getLogger } from "@/lib/errors/logger.server";

/** The channel of changes of generations (trigger in prisma/migrations). */
export const liveChannel = "reverie_live";

/** The channel of new stream pieces; the payload is the ID of the generation. */
export const streamChannel = "reverie_stream";

const changeSchema = z.object({
  userId: z.uuid(),
  id: z.uuid(),
  version: z.number().int(),
  /** The rate bucket whose queue it entered or left. */
  line: z.string().optional(),
  /** A new generation that may start at once. */
  due: z.boolean().optional(),
});
type GenerationChange = z.infer<typeof changeSchema>;

export interface LiveListener {
  onChange(change: GenerationChange): void;
  /** A generation of any person entered or left a queue, so positions have changed. */
  onLineChange(change: GenerationChange): void;
  /** Changes may have been missed while the database was away: refetch everything. */
  onGap(): void;
}

export interface LiveHub {
  /** Listens to one person's generations until the returned function is called. */
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
  let closed = false;
  let client: Client;

  function dispatch(payload: string | undefined): void {
    const change = parseChange(payload);
    if (!change) return;
    listeners.each(change.userId, (listener) => listener.onChange(change));
    if (change.line !== undefined) listeners.all((listener) => listener.onLineChange(change));
    streamListeners.each(change.id, (onNews) => onNews());
  }

  async function connect(): Promise<void> {
    client = new Client({ connectionString: databaseUrl, application_name: "reverie-live", keepAlive: true });
    client.on("error", (error) => getLogger().warn({ err: error }, "The live connection was interrupted"));
    client.on("end", () => {
      if (!closed) void reconnect();
    });
    client.on("notification", ({ channel, payload }) => {
      if (channel === streamChannel) streamListeners.each(payload ?? "", (onNews) => onNews());
      else dispatch(payload);
    });
    await client.connect();
    await client.query(`LISTEN ${liveChannel}; LISTEN ${streamChannel}`);
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        await connect();
        listeners.all((listener) => listener.onGap());
        streamListeners.all((onNews) => onNews());
        return;
      } catch (error) {
        getLogger().warn({ err: error }, "The live connection cannot be restored yet");
        client.removeAllListeners("end");
        void client
          .end()
          .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
      }
    }
  }

  await connect();
  return {
    subscribe: (userId, listener) => listeners.add(userId, listener),
    subscribeStream: (generationId, onNews) => streamListeners.add(generationId, onNews),
    countStreamListeners: streamListeners.count,
    async close() {
      closed = true;
      await client.end();
    },
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
  const change = changeSchema.safeParse(parseJson(payload));
  if (change.success) return change.data;
  getLogger().error({ payload }, "A live notification has an unknown shape");
  return null;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
