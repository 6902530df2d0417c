import { describe, expect, it } from "vitest";
import { Arrivals } from "./arrivals";

describe("Arrivals", () => {
  it("has nothing to wait for at first", async () => {
    const arrivals = new Arrivals();
    expect(arrivals.isOpen).toBe(false);
    await expect(arrivals.allCame()).resolves.toBe(true);
  });

  it("waits for all, also for one that is chosen while it waits", async () => {
    const arrivals = new Arrivals();
    const first = Promise.withResolvers<boolean>();
    const second = Promise.withResolvers<boolean>();
    const order: string[] = [];
    arrivals.add(first.promise);
    const all = arrivals.allCame().then((came) => order.push(`all: ${came}`));
    arrivals.add(second.promise);
    first.resolve(true);
    await first.promise;
    order.push("first");
    expect(arrivals.isOpen).toBe(true);
    second.resolve(true);
    await all;
    expect(order).toEqual(["first", "all: true"]);
    expect(arrivals.isOpen).toBe(false);
  });

  it("says so where one did not come", async () => {
    const arrivals = new Arrivals();
    arrivals.add(Promise.resolve(true));
    arrivals.add(Promise.resolve(false));
    await expect(arrivals.allCame()).resolves.toBe(false);
    expect(arrivals.isOpen).toBe(false);
  });
});
