import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getClientAddress, getRequestOrigin, isCrossOrigin, isSentInClear } from "./request-origin.server";

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
  });

  it("believes X-Forwarded-* only of a declared proxy", () => {
    const headers = new Headers({
      host: "127.0.0.1",
      "x-forwarded-host": "a.example",
      "x-forwarded-proto": "https",
    });
    expect(getRequestOrigin(headers).origin).toBe("http://127.0.0.1");
    vi.stubGlobal("reverieEnv", undefined);
    vi.stubEnv("STUDIO_TRUST_PROXY", "on");
    expect(getRequestOrigin(headers).origin).toBe("https://a.example");
  });

  it("is the public address where one is set", () => {
    vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example/");
    expect(getRequestOrigin(new Headers({ host: "127.0.0.1:3000" })).origin).toBe("https://studio.example");
  });
});

/** The headers of a request to the web process, with the launcher's preload, and of its response. */
async function exchange(headers: Record<string, string>): Promise<{ seen: Headers; answered: Headers }> {
  await import("../../scripts/launcher/tell-peer-address.mjs" as string);
  await import("../../scripts/launcher/require-https.mjs" as string);
  const server = createServer((request, response) => response.end(JSON.stringify(request.headers)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { headers });
  const seen = new Headers((await response.json()) as Record<string, string>);
  server.close();
  return { seen, answered: response.headers };
}

describe("X-Forwarded-* headers", () => {
  const forwarded = {
    "x-forwarded-host": "a.example",
    "x-forwarded-proto": "https",
    "x-forwarded-for": "1.1.1.1",
    "x-forwarded-port": "443",
  };

  it("never reach Next and next-auth, except from a declared proxy", async () => {
    const { seen } = await exchange(forwarded);
    expect([...seen.keys()].filter((name) => name.startsWith("x-forwarded"))).toEqual([]);
    expect(seen.get("x-reverie-forwarded")).toBe("ignored");
    expect((await exchange({ "x-reverie-forwarded": "no" })).seen.has("x-reverie-forwarded")).toBe(false);
    vi.stubEnv("STUDIO_TRUST_PROXY", "on");
    expect(Object.fromEntries((await exchange(forwarded)).seen)).toMatchObject(forwarded);
  });

  it("tell that a response needs Strict-Transport-Security, if the proxy is declared", async () => {
    const readPolicy = async (headers: Record<string, string>) =>
      (await exchange(headers)).answered.get("strict-transport-security");
    expect(await readPolicy(forwarded)).toBeNull();
    vi.stubEnv("STUDIO_TRUST_PROXY", "on");
    expect(await readPolicy({})).toBeNull();
    expect(await readPolicy(forwarded)).toBe("max-age=31536000");
    vi.stubEnv("STUDIO_PUBLIC_URL", "https://studio.example");
    expect(await readPolicy({ "x-forwarded-proto": "http" })).toBeNull();
    vi.stubEnv("STUDIO_TRUST_PROXY", "off");
    expect(await readPolicy({})).toBe("max-age=31536000");
  });
});

describe("isSentInClear", () => {
  const atPublic = { STUDIO_PUBLIC_URL: "https://studio.example" };
  const trusting = { STUDIO_TRUST_PROXY: "on" };

  it.each([
    [{ host: "192.168.1.20:3000" }, {}, true],
    [{ host: "studio.lan:3000" }, {}, true],
    [{ host: "127.0.0.1:3000" }, {}, false],
    [{ host: "localhost:3000" }, {}, false],
    [{ host: "[::1]:3000" }, {}, false],
    [{ host: "studio.example" }, atPublic, false],
    [{ host: "192.168.1.20:3000" }, atPublic, true],
    [{ host: "studio.example" }, { STUDIO_PUBLIC_URL: "http://studio.example" }, true],
    [{ host: "studio.example", "x-forwarded-proto": "https" }, {}, true],
    [{ host: "studio.example", "x-forwarded-proto": "https" }, trusting, false],
    [{ host: "studio.example", "x-forwarded-proto": "http" }, { ...trusting, ...atPublic }, true],
    [{ host: "127.0.0.1:3000", "x-forwarded-host": "studio.example" }, trusting, true],
  ] as [Record<string, string>, Record<string, string>, boolean][])(
    "of %j with %j is %s",
    (headers, env, expected) => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      expect(isSentInClear(new Headers(headers))).toBe(expected);
    },
  );
});

describe("getClientAddress", () => {
  const forwarded = { "x-forwarded-for": "1.1.1.1, 192.0.2.7" };
  const receive = async (headers: Record<string, string>) => (await exchange(headers)).seen;

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
