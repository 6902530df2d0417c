import { describe, expect, it } from "vitest";
import { getShippedProfile, SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import {
  findAdvancedProblems,
  findRateLimitProblems,
  readAdvancedValues,
  toOverrides,
} from "./advanced-values";
import { openDetailNames, openDetailPath, openDetails, type OpenDetailValues } from "./open-details";

const models = ["image-01", "Vendor-Video-02"];
const shipped = getShippedProfile("minimax-global");
const values = () => readAdvancedValues(shipped, models);

describe("toOverrides", () => {
  it.each(SHIPPED_PROFILE_IDS)("is empty while %s is unchanged", (id) => {
    const profile = getShippedProfile(id);
    expect(toOverrides(readAdvancedValues(profile, models), profile, {})).toEqual({});
  });

  it("contains only changes, which the profile then shows", () => {
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

  it("keeps overrides that the form does not show, and reverts those it shows", () => {
    const before = {
      endpoints: { speech: { path: "/v2/t2a" }, voiceList: null },
      modelNames: { "image-01": "old" },
      polling: { videoIntervalMs: 5_000 },
    };
    expect(toOverrides(values(), shipped, before)).toEqual({ endpoints: { speech: { path: "/v2/t2a" } } });
  });
});

describe("details that the document leaves open", () => {
  const change = (changes: Partial<OpenDetailValues>) => {
    const changed = values();
    Object.assign(changed.openDetails, changes);
    return changed;
  };

  it("are overridden if they differ, and shown again", () => {
    const typed = {
      imageStyle: " look ",
      imageSeed: "",
      voiceWeights: "timbre_weights",
      textFileId: "integer",
      maxReferences: "4",
      videoInterval: "2.5",
      emotions: " happy，bored, ",
      sampleRates: "48000, 96000",
      soundEffects: "spacious_echo,auditorium_echo, lofi_telephone、robotic",
      maxVoices: "2",
      speedMax: "3",
      styleWeightMin: "-0.5",
    };
    const overrides = toOverrides(change(typed), shipped, {});
    expect(overrides).toEqual({
      fieldNames: { image: { style: "look", seed: null }, speech: { timber_weights: "timbre_weights" } },
      fieldValues: {
        narration: { text_file_id: "integer" },
        image: { style_weight: { min: -0.5 } },
        speech: {
          emotion: ["happy", "bored"],
          sample_rate: [48000, 96000],
          max_voices: 2,
          speed: { max: 3 },
        },
      },
      limits: { maxSubjectReferences: 4 },
      polling: { videoIntervalMs: 2_500 },
    });
    const profile = overrideProfile(shipped, overrides);
    expect(readAdvancedValues(profile, models).openDetails).toMatchObject({
      ...typed,
      imageStyle: "look",
      emotions: "happy, bored",
      soundEffects: "spacious_echo, auditorium_echo, lofi_telephone, robotic",
    });
  });

  it("cover the whole profile", () => {
    const shown = new Set(openDetailNames.map((name) => openDetails[name].path.join(".")));
    for (const part of ["fieldNames", "fieldValues", "limits", "polling"] as const)
      expect(listPaths(shipped[part], part).filter((path) => !shown.has(path))).toEqual([]);
  });

  it.each([
    ["maxReferences", "-1", "field.too-small"],
    ["maxReferences", "1.5", "field.too-small"],
    ["maxReferences", "", "field.too-small"],
    ["videoInterval", "0", "field.too-small"],
    ["narrationInterval", "soon", "field.too-small"],
    ["imageSeed", "response_format", "field.name-taken"],
    ["emotions", " , ", "field.required"],
    ["emotions", "calm, happy, calm", "field.duplicate"],
    ["bitrates", "32000, fast", "field.too-small"],
    ["bitrates", "32000, 32000.0", "field.duplicate"],
    ["speedMin", "", "field.type"],
    ["pitchMin", "0.5", "field.type"],
  ] as const)("are refused at %s: %j", (name, text, key) => {
    expect(findAdvancedProblems(change({ [name]: text }), shipped)).toMatchObject([
      { path: openDetailPath(name), key },
    ]);
  });

  it.each([
    [{ speedMin: "2" }, "speedMax"],
    [{ styleWeightMax: "0" }, "styleWeightMax"],
    [{ weightMin: "3", weightMax: "2" }, "weightMax"],
  ] as const)("are refused where a range ends before it begins: %j", (typed, name) => {
    expect(findAdvancedProblems(change(typed), shipped)).toEqual([
      { path: openDetailPath(name), key: "field.range-order" },
    ]);
  });

  it.each(SHIPPED_PROFILE_IDS)("are valid in %s", (id) => {
    const profile = getShippedProfile(id);
    expect(findAdvancedProblems(readAdvancedValues(profile, models), profile)).toEqual([]);
  });
});

function listPaths(part: object, path: string): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? listPaths(value, `${path}.${name}`)
      : [`${path}.${name}`],
  );
}

describe("findRateLimitProblems", () => {
  it("finds nothing in a built-in profile", () => {
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
