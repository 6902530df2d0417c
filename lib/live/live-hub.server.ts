import { Client } from "pg";
import { z } from "zod";
import { getLogger } from "@/lib/errors/logger.server";

/** The channel on which the database tells every change of a generation (trigger in prisma/migrations). */
export const liveChannel = "reverie_live";

const changeSchema = z.object({ userId: z.uuid(), id: z.uuid(), version: z.number().int() });
export type GenerationChange = z.infer<typeof changeSchema>;

export interface LiveListener {
  onChange(change: GenerationChange): void;
  /** News may have been missed while the database was away: what is shown must be asked for anew. */
  onGap(): void;
}

export interface LiveHub {
  /** Hears of one person's generations until the returned function is called. */
  subscribe(userId: string, listener: LiveListener): () => void;
  close(): Promise<void>;
}

/** One LISTEN connection for the whole process, however many browsers listen. Comes back by itself. */
export async function openLiveHub(databaseUrl: string): Promise<LiveHub> {
  const listeners = new Map<string, Set<LiveListener>>();
  let closed = false;
  let client: Client;

  function dispatch(payload: string | undefined): void {
    const change = changeSchema.safeParse(parseJson(payload));
    if (!change.success) {
      getLogger().error({ payload }, "A live notification has an unknown shape");
      return;
    }
    listeners.get(change.data.userId)?.forEach((listener) => listener.onChange(change.data));
  }

  async function connect(): Promise<void> {
    client = new Client({ connectionString: databaseUrl, application_name: "reverie-live", keepAlive: true });
    client.on("error", (error) => getLogger().warn({ err: error }, "The live connection was interrupted"));
    client.on("end", () => {
      if (!closed) void reconnect();
    });
    client.on("notification", ({ payload }) => dispatch(payload));
    await client.connect();
    await client.query(`LISTEN ${liveChannel}`);
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        await connect();
        for (const group of listeners.values()) group.forEach((listener) => listener.onGap());
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
    subscribe(userId, listener) {
      const group = listeners.get(userId) ?? new Set();
      listeners.set(userId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(userId);
      };
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
