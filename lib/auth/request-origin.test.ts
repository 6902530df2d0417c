import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getClientAddress, getRequestOrigin, isCrossOrigin } from "./request-origin.server";

beforeEach(() => {
  vi.unstubAllEnvs();
  // Settings are parsed once per process.
  vi.stubGlobal("reverieEnv", undefined);
  vi.stubEnv("STUDIO_PUBLIC_URL", "");
});

describe("getRequestOrigin", () => {
  it("is the requested host and port", () => {
    const originOf = (headers: Record<string, string>) => getRequestOrigin(new Headers(headers)).origin;
    expect(originOf({ host: "127.0.0.1:41234" })).toBe("http://127.0.0.1:41234");
    expect(
      originOf({ host: "127.0.0.1", "x-forwarded-host": "a.example", "x-forwarded-proto": "https" }),
    ).toBe("https://a.example");
  });

  it("is the public address where one is set", () => {
    vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example/");
    expect(getRequestOrigin(new Headers({ host: "127.0.0.1:3000" })).origin).toBe("https://studio.example");
  });
});

describe("getClientAddress", () => {
  const forwarded = { "x-forwarded-for": "1.1.1.1, 192.0.2.7" };

  /** The headers of a request to the web process, with the launcher's preload. */
  async function receive(headers: Record<string, string>): Promise<Headers> {
    await import("../../scripts/launcher/tell-peer-address.mjs" as string);
    const server = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const received = await fetch(`http://127.0.0.1:${port}`, { headers });
    const seen = new Headers((await received.json()) as Record<string, string>);
    server.close();
    return seen;
  }

  it("is the remote end of the connection, whatever headers claim", async () => {
    const headers = await receive({ ...forwarded, "x-reverie-peer-address": "192.0.2.8" });
    expect(getClientAddress(headers)).toBe("127.0.0.1");
    expect(getClientAddress(new Headers(forwarded))).toBe("unknown");
  });

  it("is the address that the declared proxy saw", async () => {
    vi.stubEnv("STUDIO_TRUST_PROXY", "on");
    expect(getClientAddress(await receive(forwarded))).toBe("192.0.2.7");
    expect(getClientAddress(await receive({}))).toBe("127.0.0.1");
  });
});

describe("isCrossOrigin", () => {
  it.each([
    [{ "sec-fetch-site": "same-origin" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ "sec-fetch-site": "same-site" }, true],
    [{ "sec-fetch-site": "cross-site" }, true],
    [{ origin: "http://127.0.0.1:3000" }, false],
    [{ origin: "http://127.0.0.1:4000" }, true],
    [{ origin: "null" }, true],
    [{}, false],
  ] as [Record<string, string>, boolean][])("of %j is %s", (headers, expected) => {
    expect(isCrossOrigin(new Headers({ host: "127.0.0.1:3000", ...headers }))).toBe(expected);
  });
});
