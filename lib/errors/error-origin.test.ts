import { expect, it } from "vitest";
import { serviceErrorCatalogue } from "@/lib/service/errors/catalogue";
import { findErrorOrigin } from "./error-origin";

it.each([
  ["service.balance", "service"],
  ["answer.truncated", "service"],
  ["result.damaged", "service"],
  ["generation.ended-early", "service"],
  ["network.refused", "network"],
  ["timeout.idle", "network"],
  ["storage.failed", "storage"],
  ["generation.interrupted", "studio"],
  ["internal", "studio"],
  ["constructor", "studio"],
])("finds where %s comes from: the %s", (code, origin) => {
  expect(findErrorOrigin(code)).toBe(origin);
});

it("blames the studio for nothing that the service or the way to it did", () => {
  const blamed = Object.keys(serviceErrorCatalogue).filter((code) => findErrorOrigin(code) === "studio");
  // Refused by the studio's own rules, or stopped by it.
  expect(blamed.filter((code) => !code.startsWith("request."))).toEqual([]);
});
