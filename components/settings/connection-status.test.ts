import { describe, expect, it } from "vitest";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import { healthTones, readConnectionHealth } from "./connection-status";

const testedAt = "2026-03-04T05:06:07.000Z";

function result(outcome: ConnectionTestResult["outcome"]): ConnectionTestResult {
  const facts = { code: null, mayBeWrongRegion: false, serviceCode: null, httpStatus: null, traceId: null };
  return { ...facts, outcome, address: "http://127.0.0.1:9", latencyMs: 3 };
}

describe("readConnectionHealth", () => {
  it("is good only if the service accepted the key", () => {
    expect(readConnectionHealth({ testedAt, testResult: result("ok") })).toBe("answered");
    expect(readConnectionHealth({ testedAt, testResult: result("rate-limited") })).toBe("busy");
    for (const outcome of ["unreachable", "tls", "wrong-key", "not-the-service", "unexpected"] as const)
      expect(readConnectionHealth({ testedAt, testResult: result(outcome) })).toBe("failed");
    expect(Object.entries(healthTones).filter(([, tone]) => tone === "good")).toEqual([["answered", "good"]]);
  });

  it("is untested without a test", () => {
    expect(readConnectionHealth({ testedAt: null, testResult: null })).toBe("untested");
  });
});
