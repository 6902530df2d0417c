import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A network between PostgreSQL and its clients that a test can break. */
export interface DatabaseProxy {
  /** The database's address through this network. */
  url: string;
  /** How many statements have been sent. */
  readonly statements: number;
  /** Cuts every connection at the n-th statement from now on, and refuses new ones for a moment. */
  cutAt(nth: number, kind: CutKind): void;
  /** Whether the cut has happened; forgets it otherwise, so that nothing is cut any more. */
  disarm(): boolean;
  /**
   * Nothing passes any more, and nobody is told: no FIN, no RST.
   *
   * @param way `answers` where what clients send still arrives
   */
  freeze(way?: "both" | "answers"): void;
  /** Everything that was sent meanwhile arrives, also at connections that the other side has given up. */
  thaw(): void;
  close(): Promise<void>;
}

/**
 * - `reset`: the statement never arrives, and the connection is reset.
 * - `answer-lost`: the statement is done and its answer lost, and the connection ends.
 * - `shutdown`: the server says that it is shutting down instead of doing the statement.
 */
export const cutKinds = ["reset", "answer-lost", "shutdown"] as const;
export type CutKind = (typeof cutKinds)[number];

interface Cut {
  left: number;
  kind: CutKind;
}

interface Link {
  client: Socket;
  server: Socket;
  /** Sent while frozen. */
  held: (() => void)[];
}

/** How long the database is away after a cut: not longer than the first pause of a retry. */
const awayMs = 80;

/** Opens a proxy before the server of a database URL. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let statements = 0;
  let cut: Cut | null = null;
  let awayUntil = 0;
  let frozen: "both" | "answers" | null = null;

  function cutAll(kind: CutKind): void {
    cut = null;
    awayUntil = performance.now() + awayMs;
    for (const { client, server } of links) {
      if (kind === "reset") client.resetAndDestroy();
      else client.end(kind === "shutdown" ? shutdownMessage : "");
      server.resetAndDestroy();
    }
    links.clear();
  }

  const listener = createServer((client) => {
    if (performance.now() < awayUntil) return void client.resetAndDestroy();
    const server = connect({ host: target.hostname, port: Number(target.port) });
    const link: Link = { client, server, held: [] };
    links.add(link);
    const countStatements = createStatementCounter();
    let losesNext = false;
    const pass = (to: Socket, send: () => void) => {
      const isHeld = frozen === "both" || (frozen === "answers" && to === client);
      if (isHeld) link.held.push(send);
      else send();
    };

    client.on("data", (chunk) => {
      const count = countStatements(chunk);
      statements += count;
      if (cut && count > 0) {
        cut.left -= count;
        if (cut.left <= 0 && cut.kind !== "answer-lost") return cutAll(cut.kind);
        losesNext = cut.left <= 0;
      }
      pass(server, () => server.write(chunk));
    });
    server.on("data", (chunk) => {
      // The last message of an answer: ready for the next statement. What it did is committed by then.
      if (losesNext && chunk.at(-6) === 0x5a) cutAll("answer-lost");
      if (!losesNext) pass(client, () => client.write(chunk));
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      // Either end may reset the connection; the other one learns it from `close`.
      from.on("error", () => undefined);
      from.on("close", () => {
        pass(to, () => to.destroy());
        if (frozen === null) links.delete(link);
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((listener.address() as AddressInfo).port);

  return {
    url: url.href,
    get statements() {
      return statements;
    },
    cutAt(nth, kind) {
      cut = { left: nth, kind };
    },
    disarm() {
      const hasCut = cut === null;
      cut = null;
      return hasCut;
    },
    freeze(way = "both") {
      frozen = way;
    },
    thaw() {
      frozen = null;
      for (const { held } of links) for (const send of held.splice(0)) send();
    },
    async close() {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** What PostgreSQL sends before it closes a connection: 57P01, admin_shutdown. */
const shutdownMessage = writeFatal("57P01", "terminating connection due to administrator command");

function writeFatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const header = Buffer.from("E\0\0\0\0");
  header.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

/** Counts the statements in what a client sends: simple queries and executions of prepared ones. */
function createStatementCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let count = 0;
    for (;;) {
      // The first message has no type.
      const header = isStarted ? 1 : 0;
      if (rest.length < header + 4) return count;
      const length = header + rest.readUInt32BE(header);
      if (rest.length < length) return count;
      if (isStarted && "QE".includes(String.fromCharCode(rest[0]!))) count += 1;
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
