import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * Idle connections stay open this long. Node closes them after 5 s, and a request sent into such a close is lost in a
 * way that only the fault directives should cause.
 */
const KEEP_ALIVE_MS = 75_000;

/** An address that can be taken down and put up again on the same port. */
export class SwitchableListener {
  private readonly listener: RequestListener;
  private readonly host: string;
  private port: number;
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(listener: RequestListener, host: string, port: number) {
    this.listener = listener;
    this.host = host;
    this.port = port;
  }

  /** Such as `http://127.0.0.1:4100`; has its port once it was up. */
  get baseUrl(): string {
    return `http://${reachableHost(this.host)}:${this.port}`;
  }

  async putUp(): Promise<void> {
    if (this.server !== null) return;
    const server = createServer(this.listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.port, this.host, () => {
        server.off("error", reject);
        resolve();
      });
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Stops listening and cuts every connection except that of the request that is still to be answered. */
  async takeDown(asker: Socket | null = null): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.sockets) if (socket !== asker) socket.destroy();
    if (asker === null || !this.sockets.has(asker)) await closed;
  }
}

/** A wildcard address cannot be dialled, but links must be. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
