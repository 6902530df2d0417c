import { describe, expect, it } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import { ServiceError, type ServiceErrorDetails } from "@/lib/service/errors/service-error";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";
import { isNothingMade, judgeFault, patienceMs, type FaultCircumstances } from "./judge-fault";

const fault = (code: ServiceErrorCode, details: Partial<ServiceErrorDetails> = {}) =>
  new ServiceError(code, { kind: "refused", sent: "maybe", ...details });

describe("judgeFault", () => {
  it.each<[string, unknown, FaultCircumstances, string]>([
    ["1002", fault("service.rate-limited"), {}, "postponed"],
    ["no connection", fault("network.refused", { kind: "network", sent: "no" }), {}, "postponed"],
    ["1002 for more than a day", fault("service.rate-limited"), { waitedMs: patienceMs + 1 }, "refused"],
    [
      "no connection for more than a day",
      fault("network.refused", { sent: "no" }),
      { waitedMs: patienceMs + 1 },
      "unsent",
    ],
    ["1002 after a complete result", fault("service.rate-limited"), { received: "whole" }, "refused"],
    ["1002 after a part of a result", fault("service.rate-limited"), { received: "part" }, "partial"],
    [
      "a request that breaks the rules",
      fault("request.invalid", { kind: "invalid", sent: "no" }),
      {},
      "unsent",
    ],
    [
      "a stop before sending",
      fault("request.aborted-before-sending", { sent: "no" }),
      { isStopping: true },
      "postponed",
    ],
    ["an abort before sending", fault("request.aborted-before-sending", { sent: "no" }), {}, "unsent"],
    ["a stop while it is out", fault("request.aborted"), { isStopping: true }, "unknown"],
    ["a callback address that was not verified", fault("service.callback-address"), {}, "postponed"],
    ["the third time that it was not", fault("service.callback-address"), { tries: 3 }, "refused"],
    ["a refused prompt", fault("service.sensitive"), {}, "refused"],
    ["a blocked result", fault("service.output-sensitive"), {}, "refused"],
    ["a lost connection", fault("network.lost", { kind: "network" }), {}, "unknown"],
    ["a fault of the studio after sending", new TypeError("broken"), {}, "unknown"],
    ["a known fault of the studio after sending", new StudioError("asset.missing"), {}, "unknown"],
  ])("%s", (_title, error, circumstances, verdict) => {
    expect(judgeFault(error, circumstances)).toBe(verdict);
  });
});

describe("isNothingMade", () => {
  it.each<[string, unknown, boolean]>([
    ["a refused prompt", fault("service.sensitive"), true],
    ["a blocked result", fault("service.output-sensitive"), false],
    ["a timeout before the first byte", fault("timeout.total", { kind: "timeout", sent: "no" }), true],
    ["a timeout", fault("timeout.total", { kind: "timeout" }), false],
    ["a changed connection", new StudioError("connection.changed"), true],
    ["an empty answer", new StudioError("result.none"), false],
    ["an unknown error", new TypeError("broken"), false],
  ])("%s", (_title, error, expected) => {
    expect(isNothingMade(error)).toBe(expected);
  });
});
