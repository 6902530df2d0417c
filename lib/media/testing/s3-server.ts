import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface StoredObject {
  body: Buffer;
  modifiedAt: Date;
}

/** What clients of this store sign with. */
export const testCredentials = { accessKeyId: "id", secretAccessKey: "secret" };

/** Lists have pages of two, to test pagination. */
const pageSize = 2;

/** The subset of the S3 protocol that the store uses, over real HTTP, with one bucket, `media`. */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  readonly requests: string[] = [];
  /** The keys that were read by a link. */
  readonly linked: string[] = [];
  /** Status codes to respond with to the next requests. */
  faults: number[] = [];
  /** Whether requests are taken and never answered, or answered in part. */
  frozen: "at once" | "halfway" | null = null;
  readonly http: Server;

  private constructor() {
    this.http = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://s3");
    const key = decodeURIComponent(url.pathname).replace(/^\/media\/?/, "");
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    this.requests.push(`${request.method} ${key}`);
    if (this.frozen === "at once") return;
    const fault = this.faults.shift();
    if (fault) return void response.writeHead(fault).end();
    if (!/^\/media(\/|$)/.test(url.pathname))
      return void response.writeHead(404).end("<Error><Code>NoSuchBucket</Code></Error>");
    if (request.method === "PUT") {
      const digest = createHash("sha256").update(body).digest("base64");
      if (request.headers["x-amz-checksum-sha256"] !== digest) return void response.writeHead(400).end();
      this.objects.set(key, { body, modifiedAt: new Date() });
      return void response.end();
    }
    if (request.method === "DELETE") {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (url.searchParams.get("list-type") === "2") return void response.end(this.#list(url.searchParams));
    const object = this.objects.get(key);
    if (!object) {
      return void response
        .writeHead(404)
        .end(request.method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
    }
    if (url.searchParams.has("X-Amz-Signature")) {
      if (!isValidLink(request, url)) return void response.writeHead(403).end();
      this.linked.push(key);
    }
    const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const part = match
      ? object.body.subarray(Number(match[1]), match[2] ? Number(match[2]) + 1 : undefined)
      : object.body;
    const overrides = ["content-type", "content-disposition", "cache-control"].flatMap((name) => {
      const value = url.searchParams.get(`response-${name}`);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(match ? 206 : 200, {
      ...Object.fromEntries(overrides),
      ...(match
        ? { "content-range": `bytes ${match[1]}-${match[2] || object.body.length - 1}/${object.body.length}` }
        : {}),
      "accept-ranges": "bytes",
      "content-length": part.length,
      "last-modified": object.modifiedAt.toUTCString(),
    });
    if (this.frozen === "halfway") return void response.write(part.subarray(0, part.length / 2));
    response.end(request.method === "HEAD" ? undefined : part);
  }

  #list(query: URLSearchParams): string {
    const prefix = query.get("prefix") ?? "";
    const found = [...this.objects].filter(([key]) => key.startsWith(prefix)).sort();
    const from = Number(query.get("continuation-token") ?? 0);
    const to = from + pageSize;
    const contents = found
      .slice(from, to)
      .map(
        ([key, { body, modifiedAt }]) =>
          `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
      );
    const next = to < found.length ? `<NextContinuationToken>${to}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
  }
}

/** Whether a link is signed with the secret, for this host and these parameters, and has not ended (AWS Signature Version 4). */
function isValidLink(request: IncomingMessage, url: URL): boolean {
  const { searchParams: query } = url;
  const [, date, region, service] = query.get("X-Amz-Credential")!.split("/") as [
    string,
    string,
    string,
    string,
  ];
  const at = query.get("X-Amz-Date")!;
  const time = Date.parse(at.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  const isOver = Date.now() > time + Number(query.get("X-Amz-Expires")) * 1_000;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const parameters = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted();
  const canonical = [
    request.method,
    url.pathname,
    parameters.join("&"),
    `host:${request.headers.host}`,
    "",
    query.get("X-Amz-SignedHeaders"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const scope = `${date}/${region}/${service}/aws4_request`;
  const digest = createHash("sha256").update(canonical).digest("hex");
  const sign = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    sign,
    `AWS4${testCredentials.secretAccessKey}`,
  );
  const signature = sign(key, ["AWS4-HMAC-SHA256", at, scope, digest].join("\n")).toString("hex");
  return !isOver && signature === query.get("X-Amz-Signature");
}
