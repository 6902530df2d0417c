import { createServer, type RequestListener, type Server } from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";

describe("tell-body-length", () => {
  let server: Server | undefined;
  afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

  /** Sends a request to a server in a process with the preload. */
  async function ask(listener: RequestListener, method = "GET"): Promise<Response> {
    await import("../../scripts/launcher/tell-body-length.mjs" as string);
    server = createServer(listener);
    await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return fetch(`http://127.0.0.1:${port}/`, { method });
  }

  it("gives a streamed body its length back, and keeps its own header to itself", async () => {
    const response = await ask((_request, answer) => {
      answer.setHeader("x-reverie-body-length", "6");
      Readable.from(["abc", "def"]).pipe(answer);
    });
    expect(response.headers.get("content-length")).toBe("6");
    expect(response.headers.get("transfer-encoding")).toBeNull();
    expect(response.headers.has("x-reverie-body-length")).toBe(false);
    expect(await response.text()).toBe("abcdef");
  });

  it("tells the length where only the head was asked for", async () => {
    const response = await ask((_request, answer) => {
      answer.setHeader("x-reverie-body-length", "6");
      answer.end();
    }, "HEAD");
    expect(response.headers.get("content-length")).toBe("6");
  });

  it("says nothing of a body that was compressed meanwhile", async () => {
    const response = await ask((_request, answer) => {
      answer.setHeader("x-reverie-body-length", "1000");
      answer.setHeader("content-encoding", "identity");
      Readable.from(["abc"]).pipe(answer);
    });
    expect(response.headers.has("content-length")).toBe(false);
    expect(response.headers.has("x-reverie-body-length")).toBe(false);
    expect(await response.text()).toBe("abc");
  });

  it("leaves other answers alone", async () => {
    const response = await ask((_request, answer) => void answer.end("abc"));
    expect(response.headers.get("content-length")).toBe("3");
  });
});
