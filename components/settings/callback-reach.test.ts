import { describe, expect, it } from "vitest";
import { callbackReasons } from "@/lib/callbacks/callback-status-dto";
import { areCallbacksOptional } from "./callback-reach";

describe("areCallbacksUnneeded", () => {
  it("is so at home, where the service can be asked", () => {
    const calm = callbackReasons.filter((reason) => areCallbacksOptional({ reason, hasQuery: true }));
    expect(calm).toEqual(["no-address", "out-of-reach"]);
  });

  it("is never so where the service cannot be asked, or where there is none", () => {
    for (const reason of callbackReasons) {
      expect(areCallbacksOptional({ reason, hasQuery: false })).toBe(false);
      expect(areCallbacksOptional({ reason, hasQuery: null })).toBe(false);
    }
  });
});
