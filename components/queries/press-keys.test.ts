import { describe, expect, it } from "vitest";
import { createPressKeys } from "./press-keys";

function counting() {
  let count = 0;
  return createPressKeys(() => `key-${(count += 1)}`);
}

describe("createPressKeys", () => {
  it("gives each answered press its own key", () => {
    const keys = counting();
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    keys.settle();
    expect(keys.keyFor({ n: 1 })).toBe("key-2");
  });

  it("keeps the key of the same input while no answer came", () => {
    const keys = counting();
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    expect(keys.keyFor({ n: 2 })).toBe("key-2");
  });
});
