import { describe, expect, it } from "vitest";
import { errorCodeOfServiceCode, SERVICE_CODES } from "./service-code-catalogue.ts";
import { getServiceErrorEntry, isServiceErrorCode, serviceErrorCatalogue } from "./catalogue.ts";
import { isServiceError, ServiceError } from "./service-error.ts";

const described = [
  1000, 1001, 1002, 1004, 1008, 1013, 1024, 1026, 1027, 1028, 1030, 1033, 1039, 1041, 1042, 2013, 2042, 2045,
  2049, 2056, 2061,
];

describe("error catalogue", () => {
  it("has every described code, and one for all others", () => {
    expect(Object.keys(SERVICE_CODES).map(Number)).toEqual(described);
    expect(errorCodeOfServiceCode(31337)).toBe("service.unlisted");
    expect(isServiceErrorCode("service.balance")).toBe(true);
    expect(isServiceErrorCode("toString")).toBe(false);
  });

  it.each(Object.entries(serviceErrorCatalogue))(
    "%s has words, and is sent again only where nothing was made",
    (code, entry) => {
      expect(code).toMatch(/^[a-z]+\.[a-z0-9-]+$/);
      for (const words of [entry.title, entry.message, entry.action]) expect(words).toMatch(/^[A-Z].*\.$/);
      if (entry.retry === "after-wait") expect(entry.made).toBe("nothing");
      if (entry.outcome === "unknown") expect(entry.made).toBe("unknown");
    },
  );

  it("retries exactly the rejections that pass after a wait", () => {
    const waiting = described.filter(
      (code) => getServiceErrorEntry(errorCodeOfServiceCode(code)).retry === "after-wait",
    );
    expect(waiting).toEqual([1002, 1039, 1041, 2045]);
    const unproven = described.filter(
      (code) => getServiceErrorEntry(errorCodeOfServiceCode(code)).made === "unknown",
    );
    expect(unproven).toEqual([1000, 1001, 1013, 1024, 1027, 1033]);
  });
});

describe("ServiceError", () => {
  it("reports that nothing was generated if nothing was sent, whatever the code", () => {
    const unsent = new ServiceError("timeout.total", { kind: "timeout", sent: "no" });
    expect(unsent).toMatchObject({ nothingMade: true, outcome: "refused", retry: "never" });
    const sent = new ServiceError("timeout.total", { kind: "timeout", sent: "maybe" });
    expect(sent).toMatchObject({ nothingMade: false, outcome: "unknown", retry: "never" });
  });

  it("treats a withheld result as final, with the work done", () => {
    const error = new ServiceError("service.output-sensitive", {
      kind: "refused",
      sent: "maybe",
      serviceCode: 1027,
    });
    expect(error).toMatchObject({ nothingMade: false, outcome: "refused", retry: "never" });
    expect(isServiceError(error)).toBe(true);
    expect(isServiceError(new Error("x"))).toBe(false);
    expect(error.message).toContain("code 1027");
  });
});
