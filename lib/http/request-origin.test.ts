import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function load(publicUrl = "") {
  vi.stubEnv("STUDIO_PUBLIC_URL", publicUrl);
  return import("./request-origin.server");
}

describe("getRequestOrigin", () => {
  it("is what the browser asked for, on any host and port", async () => {
    const { getRequestOrigin } = await load();
    const originOf = (headers: Record<string, string>) => getRequestOrigin(new Headers(headers)).origin;
    expect(originOf({ host: "127.0.0.1:41234" })).toBe("http://127.0.0.1:41234");
    expect(
      originOf({ host: "127.0.0.1", "x-forwarded-host": "a.example", "x-forwarded-proto": "https" }),
    ).toBe("https://a.example");
  });

  it("is the public address where one is set", async () => {
    const { getRequestOrigin } = await load("https://studio.example/");
    expect(getRequestOrigin(new Headers({ host: "127.0.0.1:3000" })).origin).toBe("https://studio.example");
  });
});

describe("getClientAddress", () => {
  it("is what the nearest hop saw", async () => {
    const { getClientAddress } = await load();
    expect(getClientAddress(new Headers({ "x-forwarded-for": "1.1.1.1, 10.0.0.1" }))).toBe("10.0.0.1");
    expect(getClientAddress(new Headers())).toBe("unknown");
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
  ] as [Record<string, string>, boolean][])("of %j is %s", async (headers, expected) => {
    const { isCrossOrigin } = await load();
    expect(isCrossOrigin(new Headers({ host: "127.0.0.1:3000", ...headers }))).toBe(expected);
  });
});
