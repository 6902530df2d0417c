import { describe, expect, it } from "vitest";
import { createToken, hashToken, matchesTokenHash } from "./tokens.server";

describe("createToken", () => {
  it("is its prefix and 43 base-62 digits, new each time", () => {
    const tokens = Array.from({ length: 200 }, () => createToken("rvr_"));
    for (const token of tokens) expect(token).toMatch(/^rvr_[0-9A-Za-z]{43}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe("matchesTokenHash", () => {
  it("knows its own hash only", () => {
    const token = createToken("rvr_");
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(matchesTokenHash(token, hashToken(token))).toBe(true);
    expect(matchesTokenHash(createToken("rvr_"), hashToken(token))).toBe(false);
    expect(matchesTokenHash(token, "")).toBe(false);
  });
});
