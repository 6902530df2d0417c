import { IMAGE_VALUES } from "../contract/image-options.ts";
import { SPEECH_VALUES } from "../contract/speech-options.ts";
import type {
  ProfileFieldNames,
  ProfileFieldValues,
  ServiceProfile,
  EndpointTimeouts,
  RateLimit,
} from "./profile-schema.ts";

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

/** unshown.md Long speech "input": the string of service.md. The other values are defined with the options. */
const fieldValues: ProfileFieldValues = {
  narration: { text_file_id: "string" },
  image: IMAGE_VALUES,
  speech: SPEECH_VALUES,
};

/** unshown.md "How the studio uses this file": model names of the two public editions. */
const publicModelNames = {
  "Vendor-Video-2.3": "MiniMax-Hailuo-2.3",
  "Vendor-Video-2.3-Fast": "MiniMax-Hailuo-2.3-Fast",
  "Vendor-Video-02": "MiniMax-Hailuo-02",
};

/** unshown.md Video "poll interval in public scripts": 10 to 20 s, also used for narration. */
const polling = { videoIntervalMs: 10_000, narrationIntervalMs: 10_000 };

/** unshown.md Image "subject_reference": one reference per request. */
const limits = { maxSubjectReferences: 1 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const timeouts = (times: Omit<EndpointTimeouts, "connectMs">): EndpointTimeouts => ({
  connectMs: 10 * SECOND,
  ...times,
});
/** Free queries respond at once. */
const quick = timeouts({ headersMs: 30 * SECOND, idleMs: 30 * SECOND, totalMs: MINUTE });
/** A file of any size, as long as bytes keep arriving. */
const transfer = timeouts({ headersMs: 2 * MINUTE, idleMs: MINUTE, totalMs: 60 * MINUTE });
/** The service accepts a task after checking its input, including the callback address. */
const acceptTask = timeouts({ headersMs: 2 * MINUTE, idleMs: MINUTE, totalMs: 5 * MINUTE });
/** The result is generated before the response headers arrive. */
const work = (minutes: number) =>
  timeouts({ headersMs: minutes * MINUTE, idleMs: 2 * MINUTE, totalMs: 2 * minutes * MINUTE });

const get = (path: string, query: Record<string, string>, times: EndpointTimeouts) =>
  ({ method: "GET", path, query, timeouts: times }) as const;
const post = (path: string, times: EndpointTimeouts) =>
  ({ method: "POST", path, query: {}, timeouts: times }) as const;

/** Paths of service.md Endpoints, and of unshown.md for endpoints that service.md omits. */
const standardEndpoints: ServiceProfile["endpoints"] = {
  musicGeneration: post("/v1/music_generation", work(15)),
  coverPreprocess: post("/v1/music_cover_preprocess", work(5)),
  videoGeneration: post("/v1/video_generation", acceptTask),
  imageGeneration: post("/v1/image_generation", work(5)),
  narrationCreate: post("/v1/t2a_async_v2", acceptTask),
  speech: post("/v1/t2a_v2", work(5)),
  fileContent: get("/v1/files/retrieve_content", { fileId: "file_id" }, transfer),
  videoQuery: get("/v1/query/video_generation", { taskId: "task_id" }, quick),
  narrationQuery: get("/v1/query/t2a_async_query_v2", { taskId: "task_id" }, quick),
  fileRetrieve: get("/v1/files/retrieve", { fileId: "file_id" }, quick),
  fileUpload: post("/v1/files/upload", transfer),
  fileList: get("/v1/files/list", { purpose: "purpose" }, quick),
  fileDelete: post("/v1/files/delete", quick),
  voiceList: post("/v1/get_voice", quick),
  lyricsGeneration: post("/v1/lyrics_generation", work(2)),
};

const perMinute = (requests: number, concurrency?: number): RateLimit => ({
  requests,
  windowMs: MINUTE,
  ...(concurrency === undefined ? {} : { concurrency }),
});

/**
 * service.md Limits: 120 requests per minute, 3 for the free variants; concurrency from unshown.md Errors and
 * limits.
 */
const musicModels = (concurrency: { paid: number; free: number }): Record<string, RateLimit> => ({
  "music-3.0": perMinute(120, concurrency.paid),
  "music-2.6": perMinute(120, concurrency.paid),
  "music-cover": perMinute(120, concurrency.paid),
  "music-3.0-free": perMinute(3, concurrency.free),
  "music-2.6-free": perMinute(3, concurrency.free),
  "music-cover-free": perMinute(3, concurrency.free),
});

/** unshown.md Errors and limits, "rate limits outside service.md"; the lower of two numbers. */
function publicRateLimits(speechPerMinute: number): ServiceProfile["rateLimits"] {
  return {
    models: musicModels({ paid: 20, free: 3 }),
    endpoints: {
      imageGeneration: perMinute(10),
      videoGeneration: perMinute(5),
      speech: perMinute(speechPerMinute),
      narrationCreate: perMinute(speechPerMinute),
      narrationQuery: { requests: 10, windowMs: SECOND },
    },
  };
}

const custom: ServiceProfile = {
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
};

/** The four profiles of unshown.md "How the studio uses this file". */
export const shippedProfiles: Readonly<Record<ShippedProfileId, ServiceProfile>> = {
  sandbox: {
    ...custom,
    id: "sandbox",
    name: "Sandbox",
    rateLimits: publicRateLimits(60),
    polling: { videoIntervalMs: 2_000, narrationIntervalMs: 2_000 },
  },
  custom,
  "minimax-global": {
    ...custom,
    id: "minimax-global",
    name: "MiniMax (global)",
    baseUrl: "https://api.minimax.io",
    altBaseUrl: "https://api-uw.minimax.io",
    regionalKeys: true,
    modelNames: publicModelNames,
    // Only the China edition has watermark switches and the style.
    fieldNames: {
      ...everyField,
      image: { ...everyField.image, style: null, aigc_watermark: null },
      video: { ...everyField.video, aigc_watermark: null },
    },
    rateLimits: publicRateLimits(60),
  },
  "minimax-cn": {
    ...custom,
    id: "minimax-cn",
    name: "MiniMax (China)",
    baseUrl: "https://api.minimaxi.com",
    altBaseUrl: "https://api-bj.minimaxi.com",
    regionalKeys: true,
    modelNames: publicModelNames,
  },
};

export function getShippedProfile(id: ShippedProfileId): ServiceProfile {
  return shippedProfiles[id];
}
