import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Agent, request } from "undici";
import { parseEnv } from "@/lib/env/env.server";
import { createGuardedConnector } from "./guarded-connector.server";
import { hostAndPort } from "./private-hosts.server";
import type { ResolveHost } from "./public-addresses.server";

let server: Server;
let port: number;
let agent: Agent;
let requests: number;

beforeEach(async () => {
  requests = 0;
  server = createServer((_request, response) => {
    requests += 1;
    response.setHeader("connection", "close").end("inner");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  vi.stubGlobal("reverieEnv", undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends a request; returns the body, or the fault as text. */
async function send(url: string): Promise<string> {
  try {
    return await (await request(url, { dispatcher: agent })).body.text();
  } catch (error) {
    const { name, message, code, cause } = error as Error & { code: unknown };
    return JSON.stringify({ name, message, code, cause });
  }
}

function open(resolve?: ResolveHost): void {
  agent = new Agent({ connect: createGuardedConnector({ ...(resolve ? { resolve } : {}) }) });
}

const toLoopback: ResolveHost = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);

describe("createGuardedConnector", () => {
  it.each([
    "127.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "0x7f.1",
    "[::ffff:127.0.0.1]",
    "localhost",
    "rebinding.example",
  ])("opens no socket to %s", async (host) => {
    open(host === "rebinding.example" ? toLoopback : undefined);
    expect(await send(`http://${host}:${port}/`)).toContain("EHOSTUNREACH");
    expect(requests).toBe(0);
  });

  it("gives one fault for a private address, an unknown name and a closed port", async () => {
    const addresses: Record<string, string> = {
      "open.example": "127.0.0.1",
      "mapped.example": "::ffff:127.0.0.1",
    };
    open((name) => {
      const address = addresses[name];
      return address === undefined
        ? Promise.reject(Object.assign(new Error(name), { code: "ENOTFOUND", syscall: "getaddrinfo" }))
        : Promise.resolve([{ address, family: 4 }]);
    });
    const faults = await Promise.all(
      [
        `http://open.example:${port}`,
        "http://open.example:9",
        `https://open.example:${port}`,
        `http://mapped.example:${port}`,
        `http://unknown.example:${port}`,
        `http://127.0.0.1:${port}`,
        "http://127.0.0.1:9",
      ].map(send),
    );
    expect(new Set(faults).size).toBe(1);
    expect(faults[0]).not.toContain("127.0.0.1");
  });

  it("opens the hosts and ports that the owner allowed, by name or address", async () => {
    vi.stubEnv("STUDIO_PRIVATE_HOSTS", `127.0.0.1:${port}, Inner.example:${port}`);
    open();
    expect(await send(`http://127.0.0.1:${port}/`)).toBe("inner");
    expect(await send(`http://2130706433:${port}/`)).toBe("inner");
    expect(await send("http://127.0.0.1:9/")).toContain("EHOSTUNREACH");
    expect(await send(`http://localhost:${port}/`)).toContain("EHOSTUNREACH");
  });

  it("opens the running sandbox under any loopback name", async () => {
    vi.stubEnv("STUDIO_SANDBOX_BASE_URL", `http://127.0.0.1:${port}`);
    open();
    expect(await send(`http://localhost:${port}/`)).toBe("inner");
    expect(await send("http://localhost:9/")).toContain("EHOSTUNREACH");
  });
});

describe("STUDIO_PRIVATE_HOSTS", () => {
  const read = (value: string) => parseEnv({ STUDIO_PRIVATE_HOSTS: value }).STUDIO_PRIVATE_HOSTS;

  it("lists hosts with a port", () => {
    expect(read("10.0.0.1:80, Gateway.lan:8443,[::1]:9,")).toEqual([
      "10.0.0.1:80",
      "gateway.lan:8443",
      "[::1]:9",
    ]);
    expect(read("")).toBeUndefined();
  });

  it.each(["10.0.0.1", "gateway.lan", "http://10.0.0.1:80", "10.0.0.1:80/path", "10.0.0.1:99999", "*:80 x"])(
    "refuses %s",
    (value) => {
      expect(() => read(value)).toThrow("STUDIO_PRIVATE_HOSTS");
    },
  );
});

describe("hostAndPort", () => {
  it.each([
    ["http://Service.example", "service.example:80"],
    ["https://service.example/v1", "service.example:443"],
    ["http://[::1]:8080", "[::1]:8080"],
    ["https://0x7f.1:80", "127.0.0.1:80"],
  ])("is that of %s", (url, expected) => {
    expect(hostAndPort(url)).toBe(expected);
  });
});
