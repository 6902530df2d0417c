import { describe, expect, it } from "vitest";
import { createToken, deriveToken, hashToken, hideTokens, matchesTokenHash } from "./tokens.server";

describe("createToken", () => {
  it("is its prefix and 43 base-62 digits, new each time", () => {
    const tokens = Array.from({ length: 200 }, () => createToken("rvr_"));
    for (const token of tokens) expect(token).toMatch(/^rvr_[0-9A-Za-z]{43}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe("deriveToken", () => {
  it("is the same for the same key and record, and another one otherwise", () => {
    const [key, otherKey] = [Buffer.from("a key"), Buffer.from("another key")];
    const token = deriveToken("share_", key, "1");
    expect(token).toMatch(/^share_[0-9A-Za-z]{43}$/);
    expect(deriveToken("share_", key, "1")).toBe(token);
    expect(deriveToken("share_", otherKey, "1")).not.toBe(token);
    expect(deriveToken("share_", key, "2")).not.toBe(token);
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

describe("hideTokens", () => {
  it("leaves of a token its kind", () => {
    const path = `/api/callbacks/video/${createToken("rvc_")}`;
    expect(hideTokens(path)).toBe("/api/callbacks/video/rvc_…");
    expect(hideTokens(`/invitation/${createToken("join_")}?next=/`)).toBe("/invitation/join_…?next=/");
  });

  it("leaves everything else as it is", () => {
    for (const text of ["/api/v1/generations/019aa6f2-7c3e-7b4e-9d7e-0d9a3b1c2d3e", "rvc_1", "a_b"])
      expect(hideTokens(text)).toBe(text);
  });
});
