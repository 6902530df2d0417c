import { describe, expect, it } from "vitest";
import { getShippedProfile, overrideProfile, SHIPPED_PROFILE_IDS } from "@/lib/service/profiles";
import { findRateLimitProblems, readAdvancedValues, toOverrides } from "./advanced-values";

const models = ["image-01", "Vendor-Video-02"];
const shipped = getShippedProfile("minimax-global");
const values = () => readAdvancedValues(shipped, models);

describe("toOverrides", () => {
  it.each(SHIPPED_PROFILE_IDS)("says nothing where %s is left as shipped", (id) => {
    const profile = getShippedProfile(id);
    expect(toOverrides(readAdvancedValues(profile, models), profile, {})).toEqual({});
  });

  it("says only what was changed, and the profile then shows it", () => {
    const changed = values();
    const limit = changed.rateLimits.find(({ name }) => name === "imageGeneration");
    if (!limit) throw new Error("The profile is expected to limit images.");
    Object.assign(limit, { requests: "25", windowSeconds: "0.5", concurrency: "2" });
    changed.modelNames["image-01"] = "house-image";
    changed.modelNames["Vendor-Video-02"] = " ";
    changed.endpoints.voiceList = false;
    const overrides = toOverrides(changed, shipped, {});
    expect(overrides).toEqual({
      rateLimits: { endpoints: { imageGeneration: { requests: 25, windowMs: 500, concurrency: 2 } } },
      modelNames: { "image-01": "house-image", "Vendor-Video-02": "Vendor-Video-02" },
      endpoints: { voiceList: null },
    });
    const shown = readAdvancedValues(overrideProfile(shipped, overrides), models);
    expect(shown.rateLimits).toContainEqual(limit);
    expect(shown.modelNames["image-01"]).toBe("house-image");
    expect(shown.endpoints.voiceList).toBe(false);
  });

  it("keeps overrides that the form does not show, and takes back those that it does", () => {
    const before = { polling: { videoIntervalMs: 5_000 }, modelNames: { "image-01": "old" } };
    expect(toOverrides(values(), shipped, before)).toEqual({ polling: before.polling });
  });
});

describe("findRateLimitProblems", () => {
  it("finds nothing in a shipped profile", () => {
    expect(findRateLimitProblems(values().rateLimits, shipped)).toEqual([]);
  });

  it.each(["", "0", "-1", "1.5", "many"])("refuses %j requests", (requests) => {
    const [row] = values().rateLimits;
    if (!row) throw new Error("The profile is expected to have limits.");
    expect(findRateLimitProblems([{ ...row, requests }], shipped)).toMatchObject([
      { path: `overrides.rateLimits.${row.group}.${row.name}.requests`, key: "field.too-small" },
    ]);
  });
});
