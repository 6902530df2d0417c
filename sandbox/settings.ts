import { randomInt } from "node:crypto";
import { invalidParameter } from "./http/refusal.ts";
import { RATE_RULES, type RateBucketName } from "./rate-limit.ts";
import { Fields } from "./rules/fields.ts";

/** How `text_file_id` must be written: the string of service.md, or the integer of public examples. */
const TEXT_FILE_ID_TYPES = ["string", "integer"] as const;
export type TextFileIdType = (typeof TEXT_FILE_ID_TYPES)[number];

/** What the control endpoint can change while the sandbox runs. */
export interface Settings {
  /** Time of the work in milliseconds; null lets each endpoint take a plausible random time. */
  latencyMs: number | null;
  rateLimits: "on" | "off";
  /** Requests per window that replace the limit of a bucket. */
  rateLimitOverrides: Partial<Record<RateBucketName, number>>;
  /** Life of every delivered URL in milliseconds; null is the document's life (24 h; video 1 h, long speech 9 h). */
  urlLifetimeMs: number | null;
  /** Form of `metadata.success_count` and `failed_count`: the sample has strings, the schema integers. */
  counts: "string" | "number";
  /** Type of `text_file_id`; any other is refused. */
  textFileId: TextFileIdType;
  /** How many subject references an image request may have. */
  maxSubjectReferences: number;
  imageFormat: "jpeg" | "png";
  /** Time from creation to the end of a video or narration task in milliseconds; null is plausible. */
  taskDurationMs: number | null;
  /** Pause between the frames of a stream in milliseconds. */
  streamFrameIntervalMs: number;
  /** Sound leaves at most so many times as fast as it is heard, also in streams under way; null sends it as it is made. */
  streamPace: number | null;
  /** Of the videos of new tasks; fewer are made sooner. */
  videoFramesPerSecond: number;
  /** Where the index of an MP4 stands. At its end, as many writers leave it, a player cannot start before all is there. */
  videoIndex: "first" | "last";
  /** Paths of endpoints that answer 404, as at a service that has no such endpoint. */
  missingEndpoints: string[];
  /** `down` closes the main address; the backup address goes on, and takes control requests meanwhile. */
  mainAddress: "up" | "down";
  /**
   * What the same request gives again where it has no seed to name: `vary` another take, as at the service, `same` the
   * same bytes. Pictures take a `seed` of their own, so they vary unless the request names one.
   */
  takes: "vary" | "same";
  /** Added to the clock that limits, links and tasks go by, in milliseconds. */
  clockOffsetMs: number;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  latencyMs: null,
  rateLimits: "on",
  rateLimitOverrides: {},
  urlLifetimeMs: null,
  counts: "string",
  textFileId: "string",
  maxSubjectReferences: 1,
  imageFormat: "jpeg",
  taskDurationMs: null,
  streamFrameIntervalMs: 20,
  streamPace: null,
  videoFramesPerSecond: 12,
  videoIndex: "last",
  missingEndpoints: [],
  mainAddress: "up",
  takes: "vary",
  clockOffsetMs: 0,
};

const NULLABLE_DURATIONS = ["latencyMs", "urlLifetimeMs", "taskDurationMs"] as const;

/** Reads a change of settings from a JSON body; only what is named changes. Throws a 2013 refusal. */
export function parseSettingsChange(body: unknown): Partial<Settings> {
  const fields = new Fields(body);
  const change: Partial<Settings> = {};
  for (const name of NULLABLE_DURATIONS) {
    if (fields.raw(name) === null) change[name] = null;
    else if (fields.has(name)) change[name] = fields.required(name, fields.number(name, { min: 0 }));
  }
  if (fields.has("rateLimits")) change.rateLimits = fields.oneOf("rateLimits", ["on", "off"] as const);
  if (fields.has("rateLimitOverrides")) change.rateLimitOverrides = parseRateLimitOverrides(fields);
  if (fields.has("counts")) change.counts = fields.oneOf("counts", ["string", "number"] as const);
  if (fields.has("textFileId")) change.textFileId = fields.oneOf("textFileId", TEXT_FILE_ID_TYPES);
  if (fields.has("maxSubjectReferences")) {
    change.maxSubjectReferences = fields.integer("maxSubjectReferences", { min: 0 });
  }
  if (fields.has("imageFormat")) change.imageFormat = fields.oneOf("imageFormat", ["jpeg", "png"] as const);
  if (fields.has("streamFrameIntervalMs")) {
    change.streamFrameIntervalMs = fields.number("streamFrameIntervalMs", { min: 0 });
  }
  if (fields.raw("streamPace") === null) change.streamPace = null;
  else if (fields.has("streamPace")) change.streamPace = fields.number("streamPace", { min: 0.01 });
  if (fields.has("videoFramesPerSecond")) {
    change.videoFramesPerSecond = fields.integer("videoFramesPerSecond", { min: 1, max: 60 });
  }
  if (fields.has("videoIndex")) change.videoIndex = fields.oneOf("videoIndex", ["first", "last"] as const);
  if (fields.has("missingEndpoints")) change.missingEndpoints = fields.strings("missingEndpoints");
  if (fields.has("mainAddress")) change.mainAddress = fields.oneOf("mainAddress", ["up", "down"] as const);
  if (fields.has("takes")) change.takes = fields.oneOf("takes", ["vary", "same"] as const);
  if (fields.has("clockOffsetMs")) change.clockOffsetMs = fields.number("clockOffsetMs");
  const unknown = fields.unreadNames();
  if (unknown.length > 0) throw invalidParameter(unknown.join(", "), "no such setting");
  return change;
}

/** What tells one take of a request from the next; undefined where all are to be the same. */
export function drawTake({ takes }: Pick<Settings, "takes">): number | undefined {
  return takes === "same" ? undefined : randomInt(2 ** 31);
}

function parseRateLimitOverrides(fields: Fields): Settings["rateLimitOverrides"] {
  const overrides = fields.required("rateLimitOverrides", fields.object("rateLimitOverrides"));
  const limits: Settings["rateLimitOverrides"] = {};
  for (const name of Object.keys(RATE_RULES) as RateBucketName[]) {
    const limit = overrides.integer(name, { min: 0 });
    if (limit !== undefined) limits[name] = limit;
  }
  const unknown = overrides.unreadNames();
  if (unknown.length > 0) throw invalidParameter(unknown.join(", "), "no such rate limit");
  return limits;
}

/** Milliseconds since 1970, from a clock that tests replace and the control endpoint shifts. */
export class SandboxClock {
  private readonly settings: Settings;
  private readonly readBase: () => number;

  constructor(settings: Settings, readBase: () => number = Date.now) {
    this.settings = settings;
    this.readBase = readBase;
  }

  now(): number {
    return this.readBase() + this.settings.clockOffsetMs;
  }
}
