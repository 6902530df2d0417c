import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createKey, createPressKeys } from "./press-keys";

function counting() {
  let count = 0;
  return createPressKeys(() => `key-${(count += 1)}`);
}

describe("createPressKeys", () => {
  it("gives each answered press a new key", () => {
    const keys = counting();
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    keys.settle();
    expect(keys.keyFor({ n: 1 })).toBe("key-2");
  });

  it("keeps the key of the same input while there is no answer", () => {
    const keys = counting();
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    expect(keys.keyFor({ n: 1 })).toBe("key-1");
    expect(keys.keyFor({ n: 2 })).toBe("key-2");
  });
});

describe("createKey", () => {
  // A page served over plain http from another machine has random values but no `randomUUID`.
  beforeEach(() => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("creates different version 4 UUIDs without a secure context", () => {
    const keys = Array.from({ length: 200 }, () => createKey());
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true);
  });

  it("is the key of a press by default", () => {
    expect(z.uuidv4().safeParse(createPressKeys().keyFor({ n: 1 })).success).toBe(true);
  });
});
