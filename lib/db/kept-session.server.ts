import { Client, type Notification } from "pg";
import { getLogger } from "@/lib/errors/logger.server";
import { lostLinkOptions } from "./lost-links";
import { watchClient } from "./watch-client.server";

export interface KeptSession {
  /** Runs a statement in this session. Rejects while it is interrupted, and drops the session where no answer comes. */
  query<Row extends object>(text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const noteEnd = (reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed");

/** A session that answers a short statement no sooner is taken for lost. */
const answerWithinMs = 8_000;

/**
 * Opens one database session, for LISTEN and for locks, that reconnects automatically.
 *
 * @param options.name the application name of the session
 * @param options.begin what the session does first, also after it reconnected
 * @param options.onRestored called after it reconnected: notifications may have been missed
 */
export async function keepSession(options: {
  databaseUrl: string;
  name: string;
  begin(client: Client): Promise<void>;
  onNotification(notification: Notification): void;
  onRestored(): void;
}): Promise<KeptSession> {
  const { databaseUrl: connectionString, name } = options;
  let closed = false;
  /** The session in use, or the last one while it is interrupted. */
  let client: Client;

  async function connect(): Promise<void> {
    const opened = new Client({
      ...lostLinkOptions,
      connectionString,
      application_name: name,
      connectionTimeoutMillis: answerWithinMs,
    });
    let isInUse = false;
    let hasEnded = false;
    opened.on("error", (error) =>
      getLogger().warn({ err: error, session: name }, "A session was interrupted"),
    );
    opened.on("end", () => {
      hasEnded = true;
      // One that ends before it was in use is tried again by whoever opens it.
      if (isInUse && !closed) void reconnect();
    });
    opened.on("notification", options.onNotification);
    try {
      await opened.connect();
      await watchClient(opened);
      await options.begin(opened);
      if (hasEnded || closed) throw new Error("Connection terminated before the session was in use");
    } catch (error) {
      void opened.end().catch(noteEnd);
      throw error;
    }
    isInUse = true;
    client = opened;
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        if (closed) return;
        await connect();
        options.onRestored();
        return;
      } catch (error) {
        if (!closed) getLogger().warn({ err: error, session: name }, "The database cannot be reached yet");
      }
    }
  }

  await connect();
  return {
    async query<Row extends object>(text: string, values: unknown[]) {
      const asked = client;
      // With a statement under way, this closes the socket at once, and the session is opened again.
      const drop = setTimeout(() => void asked.end().catch(noteEnd), answerWithinMs);
      try {
        return (await asked.query<Row>(text, values)).rows;
      } finally {
        clearTimeout(drop);
      }
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}
