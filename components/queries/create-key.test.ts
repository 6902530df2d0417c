import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createKey } from "./create-key";
import { createPressKeys } from "./press-keys";

/** What a page over plain http from another machine finds: random values, but no `randomUUID`. */
beforeEach(() => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
});
afterEach(() => vi.unstubAllGlobals());

it("makes a version 4 UUID, another one each time, without a secure context", () => {
  const keys = Array.from({ length: 200 }, () => createKey());
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true);
});

it("is what a press carries", () => {
  expect(z.uuidv4().safeParse(createPressKeys().keyFor({ n: 1 })).success).toBe(true);
});
