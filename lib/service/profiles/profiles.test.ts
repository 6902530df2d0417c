import { describe, expect, it } from "vitest";
import { MUSIC_MODELS } from "../contract/music-options.ts";
import { findRateLimit, offersEndpoint, overrideProfile, wireModelName } from "./read-profile.ts";
import { getShippedProfile, SHIPPED_PROFILE_IDS, shippedProfiles } from "./shipped-profiles.ts";
import { serviceProfileSchema } from "./profile-schema.ts";

describe("shipped profiles", () => {
  it.each(SHIPPED_PROFILE_IDS)("%s keeps the schema and survives JSON", (id) => {
    const profile = getShippedProfile(id);
    expect(profile.id).toBe(id);
    expect(serviceProfileSchema.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
    for (const model of MUSIC_MODELS) {
      const requests = model.endsWith("-free") ? 3 : 120;
      expect(findRateLimit(profile, { endpoint: "musicGeneration", model })).toMatchObject({
        requests,
        windowMs: 60_000,
      });
    }
  });

  it("know the names of the public editions", () => {
    const { "minimax-global": global, "minimax-cn": china, sandbox } = shippedProfiles;
    expect(wireModelName(global, "Vendor-Video-2.3-Fast")).toBe("MiniMax-Hailuo-2.3-Fast");
    expect(wireModelName(global, "I2V-01")).toBe("I2V-01");
    expect(wireModelName(sandbox, "Vendor-Video-02")).toBe("Vendor-Video-02");
    expect([global.fieldNames.image.style, china.fieldNames.image.style]).toEqual([null, "style"]);
    expect([global.regionalKeys, china.regionalKeys, sandbox.regionalKeys]).toEqual([true, true, false]);
  });
});

describe("overrideProfile", () => {
  const custom = getShippedProfile("custom");

  it("changes only the named parts", () => {
    const changed = overrideProfile(custom, {
      modelNames: { "image-01": "image-x" },
      endpoints: { voiceList: null, videoQuery: { path: "/v2/query" } },
      rateLimits: { endpoints: { imageGeneration: { requests: 99, concurrency: 2 } } },
      limits: { maxSubjectReferences: 4 },
      fieldValues: { speech: { emotion: ["bored"], speed: { max: 3 } } },
    });
    expect(changed.fieldValues.speech).toEqual({
      ...custom.fieldValues.speech,
      emotion: ["bored"],
      speed: { min: 0.5, max: 3 },
    });
    expect(wireModelName(changed, "image-01")).toBe("image-x");
    expect(offersEndpoint(changed, "voiceList")).toBe(false);
    expect(changed.endpoints.videoQuery).toEqual({ ...custom.endpoints.videoQuery, path: "/v2/query" });
    expect(findRateLimit(changed, { endpoint: "imageGeneration" })).toEqual({
      requests: 99,
      windowMs: 60_000,
      concurrency: 2,
    });
    expect(changed.endpoints.speech).toEqual(custom.endpoints.speech);
    expect(overrideProfile(custom, {})).toEqual(custom);
    expect(overrideProfile(custom, null)).toEqual(custom);
  });

  it.each([
    [{ baseUrl: "ftp://h" }],
    [{ endpoints: { speech: null } }],
    [{ endpoints: { speech: { path: "no-slash" } } }],
    [{ endpoints: { dreams: {} } }],
    [{ rateLimits: { endpoints: { speech: { requests: 0 } } } }],
    [{ rateLimits: { endpoints: { speech: { windowMs: 2 ** 31 } } } }],
    [{ endpoints: { speech: { timeouts: { totalMs: 2 ** 31 } } } }],
    [{ polling: { videoIntervalMs: 2 ** 31 } }],
    [{ fieldNames: { image: { style: "seed" } } }],
    [{ fieldValues: { narration: { text_file_id: "number" } } }],
    [{ fieldValues: { speech: { emotion: [] } } }],
    [{ fieldValues: { speech: { emotion: ["calm", "calm"] } } }],
    [{ fieldValues: { speech: { emotion: ["calm, cool"] } } }],
    [{ fieldValues: { speech: { sound_effects: [" cave"] } } }],
    [{ fieldValues: { speech: { sample_rate: [0] } } }],
    [{ fieldValues: { speech: { speed: { min: 3 } } } }],
    [{ fieldValues: { speech: { pitch: { max: 1.5 } } } }],
    [{ fieldValues: { image: { style_weight: { min: 1 } } } }],
    [{ unknown: 1 }],
    [JSON.parse('{"endpoints":{"constructor":{"x":1}}}') as unknown],
    ["text"],
  ])("refuses %j", (overrides) => {
    expect(() => overrideProfile(custom, overrides)).toThrow();
  });

  it("never changes the id of the profile", () => {
    expect(overrideProfile(custom, { id: "sandbox" }).id).toBe("custom");
  });
});
