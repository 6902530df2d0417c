import { IMAGE_VALUES } from "../contract/image-options.ts";
import { SPEECH_VALUES } from "../contract/speech-options.ts";
import { standardEndpoints } from "./endpoint-data.ts";
import type { ProfileFieldNames, ProfileFieldValues, ServiceProfile } from "./profile-schema.ts";
import { publicRateLimits } from "./rate-limit-data.ts";

export const SHIPPED_PROFILE_IDS = ["sandbox", "custom", "minimax-global", "minimax-cn"] as const;
export type ShippedProfileId = (typeof SHIPPED_PROFILE_IDS)[number];

/** unshown.md Image "names" and "style", Video "fast-pretreatment switch" and "watermark switch". */
const everyField: ProfileFieldNames = {
  image: {
    style: "style",
    response_format: "response_format",
    seed: "seed",
    prompt_optimizer: "prompt_optimizer",
    aigc_watermark: "aigc_watermark",
  },
  video: { fast_pretreatment: "fast_pretreatment", aigc_watermark: "aigc_watermark" },
  speech: { timber_weights: "timber_weights" },
};

/** unshown.md Long speech "input": what is sent is the string of service.md. The rest stands with the options. */
const fieldValues: ProfileFieldValues = {
  narration: { text_file_id: "string" },
  image: IMAGE_VALUES,
  speech: SPEECH_VALUES,
};

/** unshown.md "How the studio uses this file": model names on the wire of the two public editions. */
const publicModelNames = {
  "Vendor-Video-2.3": "MiniMax-Hailuo-2.3",
  "Vendor-Video-2.3-Fast": "MiniMax-Hailuo-2.3-Fast",
  "Vendor-Video-02": "MiniMax-Hailuo-02",
};

/** unshown.md Video "poll interval in public scripts": 10 to 20 s; narration asks no more often. */
const polling = { videoIntervalMs: 10_000, narrationIntervalMs: 10_000 };

/** unshown.md Image "subject_reference": one reference a request. */
const limits = { maxSubjectReferences: 1 };

/** The four profiles of unshown.md "How the studio uses this file". */
export const shippedProfiles: Readonly<Record<ShippedProfileId, ServiceProfile>> = {
  sandbox: {
    id: "sandbox",
    name: "Sandbox",
    baseUrl: null,
    altBaseUrl: null,
    regionalKeys: false,
    modelNames: {},
    fieldNames: everyField,
    fieldValues,
    endpoints: standardEndpoints,
    rateLimits: publicRateLimits(60),
    polling: { videoIntervalMs: 2_000, narrationIntervalMs: 2_000 },
    limits,
  },
  custom: {
    id: "custom",
    name: "Custom",
    baseUrl: null,
    altBaseUrl: null,
    regionalKeys: false,
    modelNames: {},
    fieldNames: everyField,
    fieldValues,
    endpoints: standardEndpoints,
    rateLimits: publicRateLimits(10),
    polling,
    limits,
  },
  "minimax-global": {
    id: "minimax-global",
    name: "MiniMax (global)",
    baseUrl: "https://api.minimax.io",
    altBaseUrl: "https://api-uw.minimax.io",
    regionalKeys: true,
    modelNames: publicModelNames,
    // The watermark switches of image and video and the style are of the China edition only.
    fieldNames: {
      ...everyField,
      image: { ...everyField.image, style: null, aigc_watermark: null },
      video: { ...everyField.video, aigc_watermark: null },
    },
    fieldValues,
    endpoints: standardEndpoints,
    rateLimits: publicRateLimits(60),
    polling,
    limits,
  },
  "minimax-cn": {
    id: "minimax-cn",
    name: "MiniMax (China)",
    baseUrl: "https://api.minimaxi.com",
    altBaseUrl: "https://api-bj.minimaxi.com",
    regionalKeys: true,
    modelNames: publicModelNames,
    fieldNames: everyField,
    fieldValues,
    endpoints: standardEndpoints,
    rateLimits: publicRateLimits(10),
    polling,
    limits,
  },
};

/** A shipped profile by its id. */
export function getShippedProfile(id: ShippedProfileId): ServiceProfile {
  return shippedProfiles[id];
}
