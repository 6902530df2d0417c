import { Client, type Notification } from "pg";
import { getLogger } from "@/lib/errors/logger.server";

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
}): Promise<{ close(): Promise<void> }> {
  const { databaseUrl: connectionString, name } = options;
  let closed = false;
  let client: Client;

  async function connect(): Promise<void> {
    client = new Client({ connectionString, application_name: name, keepAlive: true });
    client.on("error", (error) =>
      getLogger().warn({ err: error, session: name }, "A session was interrupted"),
    );
    client.on("end", () => {
      if (!closed) void reconnect();
    });
    client.on("notification", options.onNotification);
    await client.connect();
    await options.begin(client);
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        await connect();
        options.onRestored();
        return;
      } catch (error) {
        getLogger().warn({ err: error, session: name }, "The database cannot be reached yet");
        client.removeAllListeners("end");
        void client
          .end()
          .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
      }
    }
  }

  await connect();
  return {
    async close() {
      closed = true;
      await client.end();
    },
  };
}
