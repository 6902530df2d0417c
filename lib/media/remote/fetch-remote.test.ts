import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Agent } from "undici";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import type { ResolveHost } from "@/lib/network/public-addresses.server";
import { fetchRemote, type FetchRemoteDependencies, type FetchRemoteOptions } from "./fetch-remote.server";

let server: Server;
let origin: string;
let respond: RequestListener;
let requests: { url: string; headers: NodeJS.Dict<string | string[]> }[];
let waits: number[];
let agents: Agent[];

beforeEach(async () => {
  requests = [];
  waits = [];
  agents = [];
  respond = (_request, response) => response.end("bytes");
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.destroy()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function createDependencies(
  resolve?: ResolveHost,
  now: () => number = () => performance.now(),
): FetchRemoteDependencies {
  const openDispatcher = new Agent();
  const guardedDispatcher = new Agent({ connect: createGuardedConnector({ resolve }) });
  agents.push(openDispatcher, guardedDispatcher);
  return {
    openDispatcher,
    guardedDispatcher,
    wait: (delayMs) => Promise.resolve(waits.push(delayMs)),
    now,
  };
}

function fetchFromServer(
  url: string,
  options: Partial<FetchRemoteOptions> = {},
  dependencies = createDependencies(),
) {
  return fetchRemote(
    url,
    {
      allowedHosts: [new URL(origin).host],
      signal: new AbortController().signal,
      maxBytes: 1_000_000,
      ...options,
    },
    dependencies,
  );
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("what may be fetched", () => {
  it("fetches from the connection's own host and sends no credentials", async () => {
    const file = await fetchFromServer(`${origin}/picture`);
    expect(file.contentLength).toBe(5);
    await expect(readAll(file.stream)).resolves.toBe("bytes");
    expect(requests[0]?.headers).not.toHaveProperty("authorization");
    expect(requests[0]?.headers).not.toHaveProperty("cookie");
  });

  it.each([
    "http://127.0.0.1:9/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://2130706433/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data",
    "ftp://example.com/a",
    "file:///etc/passwd",
    "data:text/plain,hello",
    "https://user:secret@example.com/",
    "no url",
  ])("refuses %s", async (url) => {
    await expect(fetchFromServer(url, { allowedHosts: [] })).rejects.toMatchObject({ code: "url.refused" });
    expect(requests).toEqual([]);
  });

  it("refuses another port on the connection's own host", async () => {
    const other = createServer((_request, response) => response.end("secret"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(fetchFromServer(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "url.refused" });
    other.close();
  });

  it("treats a name with a private address, open port or closed, like one that doesn't exist", async () => {
    const resolve: ResolveHost = (name) =>
      name === "unknown.example"
        ? Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND", syscall: "getaddrinfo" }))
        : Promise.resolve([
            { address: name === "mapped.example" ? "::ffff:127.0.0.1" : "127.0.0.1", family: 4 },
          ]);
    const { port } = server.address() as AddressInfo;
    const open = ["rebinding.example", "mapped.example", "unknown.example"].map(
      (name) => `http://${name}:${port}/`,
    );
    const faults = await Promise.all(
      [...open, "http://rebinding.example:9/"].map((url) =>
        fetchFromServer(url, {}, createDependencies(resolve)).then(
          () => "fetched",
          (error: { code: string; values: unknown; message: string }) => [
            error.code,
            error.values,
            error.message,
          ],
        ),
      ),
    );
    expect(faults[0]?.slice(0, 2)).toEqual(["result.unreachable", {}]);
    expect(new Set(faults.map((fault) => JSON.stringify(fault))).size).toBe(1);
    // Each waited for two more tries, so that no answer is faster.
    expect(waits.toSorted((one, other) => one - other)).toEqual([250, 250, 250, 250, 500, 500, 500, 500]);
    expect(requests).toEqual([]);
  });

  it("refuses a redirect to a private address", async () => {
    respond = (_request, response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    await expect(fetchFromServer(`${origin}/`)).rejects.toMatchObject({ code: "url.refused" });
    expect(requests).toHaveLength(1);
  });

  it("refuses a redirect to another scheme", async () => {
    respond = (_request, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end();
    await expect(fetchFromServer(`${origin}/`)).rejects.toMatchObject({ code: "url.refused" });
  });

  it("follows three redirects and no fourth", async () => {
    respond = (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 0) response.end("end");
      else response.writeHead(302, { location: `/${hop - 1}` }).end();
    };
    const file = await fetchFromServer(`${origin}/3`);
    expect(file.url).toBe(`${origin}/0`);
    await expect(readAll(file.stream)).resolves.toBe("end");
    await expect(fetchFromServer(`${origin}/4`)).rejects.toMatchObject({ code: "url.refused" });
  });
});

describe("faults", () => {
  it.each([403, 404, 410])("treats HTTP %i as a dead link and does not retry", async (status) => {
    respond = (_request, response) => response.writeHead(status).end("upstream secret");
    await expect(fetchFromServer(`${origin}/`)).rejects.toMatchObject({
      code: "result.link-dead",
      message: expect.not.stringContaining("upstream secret") as string,
    });
    expect(requests).toHaveLength(1);
  });

  it("retries a faulty server twice, with growing pauses", async () => {
    respond = (_request, response) => response.writeHead(503).end();
    await expect(fetchFromServer(`${origin}/`)).rejects.toMatchObject({ code: "result.unreachable" });
    expect(requests).toHaveLength(3);
    expect(waits).toEqual([250, 500]);
  });

  it("returns the file of a successful retry", async () => {
    respond = (request, response) => {
      if (requests.length === 1) request.socket.destroy();
      else response.end("second");
    };
    const file = await fetchFromServer(`${origin}/`);
    await expect(readAll(file.stream)).resolves.toBe("second");
  });

  it("reports a body that ends before its announced length", async () => {
    respond = (_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => response.destroy());
    };
    const file = await fetchFromServer(`${origin}/`);
    await expect(readAll(file.stream)).rejects.toMatchObject({ code: "result.unreachable" });
  });

  it("reports a chunked body that breaks off", async () => {
    respond = (_request, response) => response.write("half", () => response.destroy());
    const file = await fetchFromServer(`${origin}/`);
    await expect(readAll(file.stream)).rejects.toMatchObject({ code: "result.unreachable" });
  });

  it("gives up on a body that stalls", async () => {
    respond = (_request, response) => void response.write("half");
    const file = await fetchFromServer(`${origin}/`, { idleTimeoutMs: 100 });
    await expect(readAll(file.stream)).rejects.toMatchObject({ code: "result.unreachable" });
  });

  it("rejects a body that announces more than the limit", async () => {
    respond = (_request, response) => response.end("x".repeat(11));
    await expect(fetchFromServer(`${origin}/`, { maxBytes: 10 })).rejects.toMatchObject({
      code: "result.too-large",
    });
  });

  it("stops at the limit if no length was announced", async () => {
    respond = (_request, response) => {
      response.write("x".repeat(8));
      response.end("x".repeat(8));
    };
    const file = await fetchFromServer(`${origin}/`, { maxBytes: 10 });
    await expect(readAll(file.stream)).rejects.toMatchObject({ code: "result.too-large" });
  });

  it("ends with the caller's reason when it is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("the person cancelled");
    respond = (_request, response) => {
      response.write("half");
      controller.abort(reason);
    };
    const promise = fetchFromServer(`${origin}/`, { signal: controller.signal }).then(({ stream }) =>
      readAll(stream),
    );
    await expect(promise).rejects.toBe(reason);
  });

  it("closes the connection when the reader stops early", async () => {
    const closed = new Promise((resolve) => {
      respond = (_request, response) => {
        response.on("close", () => resolve("closed"));
        response.write("first");
      };
    });
    const file = await fetchFromServer(`${origin}/`);
    for await (const chunk of file.stream) {
      expect(chunk.byteLength).toBe(5);
      break;
    }
    await expect(closed).resolves.toBe("closed");
  });
});

describe("a body that keeps arriving", () => {
  let time: number;
  /** Each chunk takes half a second to arrive: the clock is read when it is asked for and when it is there. */
  const slow = () => createDependencies(undefined, () => (time += 500));

  /** Sends chunks until the connection is closed. */
  function sendChunks(size: number): Promise<void> {
    time = 0;
    return new Promise((resolve) => {
      respond = (_request, response) => {
        const timer = setInterval(() => response.write("x".repeat(size)), 1);
        response.on("close", () => resolve(clearInterval(timer)));
      };
    });
  }

  it("is given up, and its connection closed, below 1 KiB/s over a minute", async () => {
    const closed = sendChunks(1);
    const { stream } = await fetchFromServer(`${origin}/`, {}, slow());
    let chunks = 0;
    const reading = (async () => {
      for await (const _chunk of stream) chunks += 1;
    })();
    await expect(reading).rejects.toMatchObject({ code: "result.unreachable" });
    // The last of 120 is refused.
    expect(chunks).toBe(119);
    await closed;
  });

  it("is read on above that rate, however long it takes, and however long its reader takes", async () => {
    const closed = sendChunks(1_200);
    const { stream } = await fetchFromServer(`${origin}/`, {}, slow());
    let chunks = 0;
    for await (const _chunk of stream) {
      chunks += 1;
      if (chunks === 300) break;
      if (chunks > 150) time += 3_600_000;
    }
    expect(chunks).toBe(300);
    await closed;
  });
});
