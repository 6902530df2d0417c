import { afterEach, expect, it, vi } from "vitest";
import { getLogger } from "@/lib/errors/logger.server";
import { tellSlowRequest } from "./tell-slow-request.server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("tells one slow request of many, and with the next line how many the others were", () => {
  vi.stubGlobal("reverieSlowRequests", undefined);
  vi.useFakeTimers();
  const warn = vi.spyOn(getLogger(), "warn").mockImplementation(() => {});
  const facts = { requestId: "request-1", method: "GET", pathname: "/api/v1/items", durationMs: 2_500 };
  for (let number = 0; number < 300; number += 1) tellSlowRequest(facts);
  vi.advanceTimersByTime(10_000);
  tellSlowRequest(facts);
  expect(warn.mock.calls).toEqual([
    [{ ...facts, othersBefore: 0 }, "Slow request"],
    [{ ...facts, othersBefore: 299 }, "Slow request"],
  ]);
});
