import pg from "pg";
import { vi } from "vitest";

/** One transaction of this process. */
export interface RecordedTransaction {
  /** The application name of its session. */
  session: string;
  /** Its statements, without BEGIN and COMMIT. */
  statements: string[];
}

/** What this process and PostgreSQL tell each other while it is recorded. */
export interface TrafficRecord {
  transactions: RecordedTransaction[];
  /** The notifications of all channels, once each. */
  notifications: { channel: string; payload: string }[];
  stop(): Promise<void>;
}

/** Records every transaction of this process, and the notifications that anybody sends on these channels. */
export async function recordTraffic(
  databaseUrl: string,
  channels: readonly string[],
): Promise<TrafficRecord> {
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  for (const channel of channels) await listener.query(`LISTEN "${channel}"`);
  const transactions: RecordedTransaction[] = [];
  const notifications: TrafficRecord["notifications"] = [];
  listener.on("notification", ({ channel, payload = "" }) => notifications.push({ channel, payload }));
  const open = new WeakMap<pg.Client, RecordedTransaction>();
  const sendStatement = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    note(this, readText(given[0]));
    return sendStatement.apply(this, given) as void;
  });

  function note(client: pg.Client, text: string): void {
    const known = open.get(client);
    if (/^(COMMIT|ROLLBACK)\b/i.test(text)) open.delete(client);
    else if (known) known.statements.push(text);
    else {
      const { application_name: session = "" } = (
        client as unknown as { connectionParameters: { application_name?: string } }
      ).connectionParameters;
      const begins = /^BEGIN\b/i.test(text);
      const transaction = { session, statements: begins ? [] : [text] };
      transactions.push(transaction);
      if (begins) open.set(client, transaction);
    }
  }

  return {
    transactions,
    notifications,
    async stop() {
      spy.mockRestore();
      await listener.end();
    },
  };
}

/** The SQL of a call of `Client.query`. */
function readText(sent: unknown): string {
  if (typeof sent === "string") return sent.trim();
  return typeof sent === "object" && sent !== null && "text" in sent ? String(sent.text).trim() : "";
}
