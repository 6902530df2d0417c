import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A balancer that sends each request to another web than the one before. */
export interface Balancer {
  address: string;
  /** Addresses that get requests; whoever knows that one is away takes it out. */
  targets: Set<string>;
  close(): Promise<void>;
}

/** Opens a balancer without targets. */
export async function openBalancer(): Promise<Balancer> {
  const targets = new Set<string>();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const all = [...targets];
    const order = all.map((_, index) => all[(turn + index) % all.length]!);
    turn += 1;
    pass(incoming, outgoing, order);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    targets,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tries the next target only where the first took no connection, and so nothing of the request. */
function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [target, ...others]: readonly string[],
): void {
  if (target === undefined) return void outgoing.writeHead(502).end();
  const forwarded = send(new URL(incoming.url ?? "/", target), {
    method: incoming.method,
    headers: { ...incoming.headers, "x-forwarded-host": incoming.headers.host, "x-forwarded-proto": "http" },
    agent: false,
  });
  forwarded.once("socket", (socket) =>
    socket.once("connect", () => {
      incoming.pipe(forwarded);
    }),
  );
  forwarded.once("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once("error", () => outgoing.destroy());
  });
  forwarded.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") pass(incoming, outgoing, others);
    else outgoing.destroy();
  });
  outgoing.once("close", () => forwarded.destroy());
}
