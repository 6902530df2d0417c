import { beforeEach, describe, expect, it, vi } from "vitest";
import { isLocalVisitor, mayBeLocalVisitor } from "./local-visitor.server";

function isLocal(headers: Record<string, string>, settings: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  forgetSettings();
  const form = new Headers({ origin: "http://localhost:3000", ...headers });
  // The page must never require less than the form.
  if (isLocalVisitor(form)) expect(mayBeLocalVisitor(form)).toBe(true);
  return isLocalVisitor(form);
}

/** Settings are parsed once per process. */
const forgetSettings = () => vi.stubGlobal("reverieEnv", undefined);

beforeEach(() => {
  forgetSettings();
  vi.unstubAllEnvs();
  vi.stubEnv("HOST", "127.0.0.1");
});

/** A direct request, with the headers that Next adds. */
const peer = { "x-reverie-peer-address": "127.0.0.1" };
const direct = {
  ...peer,
  host: "localhost:3000",
  "x-forwarded-host": "localhost:3000",
  "x-forwarded-for": "127.0.0.1",
};

describe("isLocalVisitor", () => {
  it.each([
    direct,
    { ...peer, host: "127.0.0.1:3000" },
    { "x-reverie-peer-address": "::1", host: "[::1]:3000", "x-forwarded-for": "::1" },
    { ...peer, host: "reverie.localhost" },
    { ...direct, "x-reverie-peer-address": "::ffff:127.0.0.1" },
    { ...direct, "x-forwarded-for": "::ffff:127.0.0.1" },
  ] as Record<string, string>[])("trusts a browser on the machine (%#)", (headers) => {
    expect(isLocal(headers)).toBe(true);
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
    { ...direct, "x-reverie-forwarded": "ignored" },
    { ...direct, "x-reverie-peer-address": "203.0.113.9" },
    { ...direct, "x-reverie-peer-address": "" },
    { ...peer, host: "localhost.evil.example" },
    { ...peer, host: "127.0.0.1.evil.example" },
    { ...peer, host: "[" },
    peer,
    { host: "localhost:3000" },
  ] as Record<string, string>[])("does not trust a request that came through a proxy (%#)", (headers) => {
    expect(isLocal(headers)).toBe(false);
  });

  it.each(["https://studio.example", "http://localhost.evil.example", "null"])(
    "does not trust a form of a page at %s behind a proxy on the machine",
    (origin) => expect(isLocal({ ...direct, origin })).toBe(false),
  );

  it("does not trust a form without an origin", () => {
    expect(mayBeLocalVisitor(new Headers(direct))).toBe(true);
    expect(isLocalVisitor(new Headers(direct))).toBe(false);
  });

  it("trusts nobody if the studio listens on another address or has a public one", () => {
    expect(isLocal(direct, { HOST: "0.0.0.0" })).toBe(false);
    expect(isLocal(direct, { HOST: "127.0.0.1", STUDIO_TRUST_PROXY: "on" })).toBe(false);
    expect(isLocal(direct, { STUDIO_TRUST_PROXY: "off", STUDIO_PUBLIC_URL: "https://studio.example" })).toBe(
      false,
    );
  });
});
