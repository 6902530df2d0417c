import { describe, expect, it } from "vitest";
import { listTakes } from "./send-batch";

describe("takes of one request", () => {
  it("differ in nothing without a seed", () => {
    expect(listTakes({ prompt: "A kite" }, 3)).toEqual([{}, {}, {}]);
  });

  it("have seeds that follow each other, up to the largest and from the smallest on", () => {
    expect(listTakes({ seed: 7 }, 3)).toEqual([{ seed: 7 }, { seed: 8 }, { seed: 9 }]);
    expect(listTakes({ seed: "-1" }, 2)).toEqual([{ seed: -1 }, { seed: 0 }]);
    expect(listTakes({ seed: "9223372036854775807" }, 2)).toEqual([
      { seed: "9223372036854775807" },
      { seed: "-9223372036854775808" },
    ]);
  });

  it("leave a seed that is none to the check of the request", () => {
    expect(listTakes({ seed: "seven" }, 2)).toEqual([{}, {}]);
  });
});
