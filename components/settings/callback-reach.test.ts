import { describe, expect, it } from "vitest";
import { callbackReasons } from "@/lib/callbacks/callback-status-dto";
import { areCallbacksOptional } from "./callback-reach";

describe("areCallbacksOptional", () => {
  it("is true at home if the service can be polled", () => {
    const calm = callbackReasons.filter((reason) => areCallbacksOptional({ reason, hasQuery: true }));
    expect(calm).toEqual(["no-address", "out-of-reach"]);
  });

  it("is false if the service cannot be polled or there is none", () => {
    for (const reason of callbackReasons) {
      expect(areCallbacksOptional({ reason, hasQuery: false })).toBe(false);
      expect(areCallbacksOptional({ reason, hasQuery: null })).toBe(false);
    }
  });
});
