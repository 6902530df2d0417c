import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { decodeSpans, type ReceivedSpan } from "./decode-spans";

/** A collector of OTLP over HTTP. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** The headers of the last request. */
  headers: Record<string, unknown> = {};
  paths = new Set<string>();
  /** Whether requests are taken and never answered. */
  isFrozen = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
        this.headers = request.headers;
        this.paths.add(`${request.method} ${request.url}`);
        if (this.isFrozen) return;
        const isZipped = request.headers["content-encoding"] === "gzip";
        this.spans.push(...decodeSpans(isZipped ? gunzipSync(body) : body));
        response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
      })();
    });
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, "127.0.0.1", resolve));
    return collector;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
