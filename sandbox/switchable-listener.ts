import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * Idle connections stay open this long. Node closes them after 5 s, and a request sent into such a close is lost in a
 * way that only the fault directives should cause.
 */
const KEEP_ALIVE_MS = 75_000;

/** An address that can be taken down and put up again on the same port. */
export function createSwitchableListener(listener: RequestListener, host: string, port: number) {
  let server: Server | null = null;
  const sockets = new Set<Socket>();

  /** Such as `http://127.0.0.1:4100`; has its port once it was up. */
  const baseUrl = (): string => `http://${reachableHost(host)}:${port}`;

  async function putUp(): Promise<void> {
    if (server !== null) return;
    const started = createServer(listener);
    started.keepAliveTimeout = KEEP_ALIVE_MS;
    started.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    started.listen(port, host);
    await once(started, "listening");
    port = (started.address() as AddressInfo).port;
    server = started;
  }

  /** Stops listening and cuts every connection except that of the request that is still to be answered. */
  async function takeDown(asker: Socket | null = null): Promise<void> {
    if (server === null) return;
    const closed = once(server, "close");
    server.close();
    server = null;
    for (const socket of sockets) if (socket !== asker) socket.destroy();
    if (asker === null || !sockets.has(asker)) await closed;
  }

  return { baseUrl, putUp, takeDown };
}

/** A wildcard address cannot be dialled, but links must be. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
