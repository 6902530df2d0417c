import { beforeEach, describe, expect, it, vi } from "vitest";

/** Settings are read once a process: each case reads them anew. */
async function isLocal(headers: Record<string, string>, settings: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { isLocalVisitor } = await import("./local-visitor.server");
  return isLocalVisitor(new Headers(headers));
}

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.stubEnv("HOST", "127.0.0.1");
  vi.resetModules();
});

/** What Next adds to a request that came to it directly. */
const direct = {
  host: "localhost:3000",
  "x-forwarded-host": "localhost:3000",
  "x-forwarded-for": "127.0.0.1",
};

describe("isLocalVisitor", () => {
  it.each([
    direct,
    { host: "127.0.0.1:3000" },
    { host: "[::1]:3000", "x-forwarded-for": "::1" },
    { host: "reverie.localhost" },
    { ...direct, "x-forwarded-for": "::ffff:127.0.0.1" },
  ] as Record<string, string>[])("trusts a browser on the machine (%#)", async (headers) => {
    expect(await isLocal(headers)).toBe(true);
  });

  it.each([
    { ...direct, host: "evil.example:3000" },
    { ...direct, "x-forwarded-host": "studio.example" },
    { ...direct, "x-forwarded-for": "203.0.113.9" },
    { ...direct, "x-forwarded-for": "127.0.0.1, 203.0.113.9" },
    { ...direct, "x-forwarded-for": "unknown" },
    { ...direct, via: "1.1 proxy" },
    { ...direct, forwarded: "for=203.0.113.9" },
    { ...direct, "x-real-ip": "203.0.113.9" },
    { host: "localhost.evil.example" },
    { host: "127.0.0.1.evil.example" },
    { host: "[" },
    {},
  ] as Record<string, string>[])("does not trust what came through anything (%#)", async (headers) => {
    expect(await isLocal(headers)).toBe(false);
  });

  it("trusts nobody when the studio listens elsewhere or has a public address", async () => {
    expect(await isLocal(direct, { HOST: "0.0.0.0" })).toBe(false);
    vi.resetModules();
    expect(await isLocal(direct, { HOST: "127.0.0.1", STUDIO_PUBLIC_URL: "https://studio.example" })).toBe(
      false,
    );
  });
});
