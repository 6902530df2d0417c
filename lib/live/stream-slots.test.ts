import { describe, expect, it } from "vitest";
import { createStreamSlots } from "./stream-slots.server";

describe("streams that keep their slot", () => {
  it("let a newer one of the session or person be refused until one of them ends", () => {
    const slots = createStreamSlots({ perPerson: 3, perCredential: 2 });
    const take = (credentialId: string, userId = "member") => slots.take({ userId, credentialId });
    const refusal: unknown = expect.objectContaining({
      code: "rate.throttled",
      values: { retryAfterMs: 10_000 },
    });
    const [leaveFirst] = [take("one"), take("one")];
    expect(() => take("one")).toThrow(refusal as Error);
    take("two");
    expect(() => take("three")).toThrow(refusal as Error);
    take("one", "another");
    leaveFirst();
    take("three");
    expect(() => take("one")).toThrow(refusal as Error);
  });
});
