import { afterEach, describe, expect, it } from "vitest";
import { requestLimits, type RequestKind } from "./request-limits";
import { countRequest } from "./request-limits.server";

const kinds = Object.keys(requestLimits) as RequestKind[];

describe("limits of requests per person", () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "reverieRequestLimits");
  });

  it.each(kinds)("refuse one more %s than allowed and say when to try again", async (kind) => {
    const { requests, windowSeconds } = requestLimits[kind];
    for (let count = 0; count < requests; count += 1) await countRequest(kind, "one");
    const refusal = await countRequest(kind, "one").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "rate.throttled" });
    const { retryAfterMs } = (refusal as { values: { retryAfterMs: number } }).values;
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(windowSeconds * 1000);
    // Neither another person nor another kind of request is affected.
    await countRequest(kind, "two");
    await countRequest(
      kinds.find((other) => other !== kind)!,
      "one",
    );
  });
});
