import { afterEach, describe, expect, it, vi } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import { findPasskeyAdvice, getPasskeySite } from "./passkey-site.server";

function configure(settings: Record<string, string>): void {
  const own = { STUDIO_PUBLIC_URL: "", STUDIO_LOCAL_URL: "", STUDIO_TRUST_PROXY: "", PORT: "3000" };
  for (const [name, value] of Object.entries({ ...own, ...settings })) vi.stubEnv(name, value || undefined);
  delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
}

afterEach(() => {
  vi.unstubAllEnvs();
  delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
});

/** The host name for which a passkey is made or asked on a page of this origin. */
function rpIdAt(origin: string | null, others: Record<string, string> = {}): string | null {
  try {
    return getPasskeySite(new Headers({ ...others, ...(origin ? { origin } : {}) })).rpId;
  } catch (error) {
    expect(error).toBeInstanceOf(StudioError);
    expect(error).toMatchObject({ code: "auth.passkey-unavailable" });
    return null;
  }
}

describe("where passkeys work", () => {
  it("is the public address and localhost, exactly", () => {
    configure({
      STUDIO_PUBLIC_URL: "https://studio.example/path",
      STUDIO_LOCAL_URL: "http://127.0.0.1:4100",
    });
    expect(rpIdAt("https://studio.example")).toBe("studio.example");
    expect(rpIdAt("http://localhost:4100")).toBe("localhost");
    for (const origin of [
      "http://studio.example",
      "https://studio.example:8443",
      "https://other.studio.example",
      "http://localhost:3000",
      "http://127.0.0.1:4100",
      "null",
      null,
    ])
      expect(rpIdAt(origin), String(origin)).toBeNull();
  });

  it("is no address that the request names", () => {
    configure({ STUDIO_TRUST_PROXY: "on" });
    const others = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
    expect(rpIdAt("https://evil.test", others)).toBeNull();
  });

  it("is no public address without https or a host name, except on this machine", () => {
    for (const [address, expected] of [
      ["http://studio.example", null],
      ["https://192.0.2.7", null],
      ["https://[2001:db8::7]", null],
      ["http://localhost:8080", "localhost"],
    ] as const) {
      configure({ STUDIO_PUBLIC_URL: address });
      expect(rpIdAt(address), address).toBe(expected);
    }
  });
});

describe("what a page says about passkeys", () => {
  const adviceAt = (host: string, others: Record<string, string> = {}) =>
    findPasskeyAdvice(new Headers({ host, ...others }));

  it("is nothing where they work, or may behind a proxy that changes the host", () => {
    configure({});
    expect(adviceAt("localhost:3000")).toBeNull();
    configure({ STUDIO_PUBLIC_URL: "https://studio.example" });
    expect(adviceAt("studio.example")).toBeNull();
    expect(adviceAt("127.0.0.1:3000")).toBeNull();
  });

  it("is why not: an IP address, plain http, or an address that the studio doesn't know as its own", () => {
    configure({});
    expect(adviceAt("127.0.0.1:3000")).toEqual({ obstacle: "address", localOrigin: "http://localhost:3000" });
    expect(adviceAt("192.168.1.20:3000")).toEqual({ obstacle: "address", localOrigin: null });
    expect(adviceAt("nas.home:3000")).toEqual({ obstacle: "insecure", localOrigin: null });
    configure({ STUDIO_TRUST_PROXY: "on" });
    expect(adviceAt("studio.example", { "x-forwarded-proto": "https" })).toEqual({
      obstacle: "unset",
      localOrigin: null,
    });
    configure({ STUDIO_PUBLIC_URL: "http://studio.example" });
    expect(adviceAt("studio.example")).toEqual({ obstacle: "insecure", localOrigin: null });
  });
});
