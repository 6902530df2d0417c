import { describe, expect, it } from "vitest";
import { codeOfFailedConnection, errorCodes } from "./exchange.server.ts";
import { MAX_RETRY_AFTER_MS, readRetryAfterMs } from "./http-fault.server.ts";

const failure = (code: string, options?: ErrorOptions) => Object.assign(new Error(code, options), { code });

describe("codeOfFailedConnection", () => {
  it.each([
    ["ENOTFOUND", "https:", "network.name-not-found"],
    ["EAI_AGAIN", "http:", "network.name-not-found"],
    ["ECONNREFUSED", "https:", "network.refused"],
    ["EHOSTUNREACH", "https:", "network.unreachable"],
    ["ENETUNREACH", "http:", "network.unreachable"],
    ["ETIMEDOUT", "https:", "network.connect-timeout"],
    ["UND_ERR_CONNECT_TIMEOUT", "http:", "network.connect-timeout"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "https:", "network.tls"],
    ["CERT_HAS_EXPIRED", "https:", "network.tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "https:", "network.tls"],
    ["ECONNRESET", "https:", "network.tls"],
    ["ECONNRESET", "http:", "network.refused"],
  ] as const)("%s on %s is %s", (code, protocol, expected) => {
    expect(codeOfFailedConnection(failure(code), protocol)).toBe(expected);
  });

  it("inspects causes and the attempts at several addresses", () => {
    const attempts = new AggregateError([failure("ENETUNREACH"), failure("ECONNREFUSED")]);
    expect(errorCodes(new Error("outer", { cause: attempts }))).toEqual(["ENETUNREACH", "ECONNREFUSED"]);
    expect(codeOfFailedConnection(new Error("outer", { cause: attempts }), "https:")).toBe("network.refused");
    expect(errorCodes("no error")).toEqual([]);
  });
});

describe("readRetryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each([
    ["5", 5000],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
  ])("reads %j", (value, expected) => {
    expect(readRetryAfterMs(new Headers({ "retry-after": value }), now)).toBe(expected);
  });

  it.each(["99999999999999", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "waits an hour at most for %s",
    (value) => {
      expect(readRetryAfterMs(new Headers({ "retry-after": value }), now)).toBe(MAX_RETRY_AFTER_MS);
    },
  );

  it("is undefined without the header", () => {
    expect(readRetryAfterMs(new Headers(), now)).toBeUndefined();
  });
});
