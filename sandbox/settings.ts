import { randomInt } from "node:crypto";
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
  /** Highest speed of streamed sound as a multiple of its playback speed, also in open streams; null is no limit. */
  streamPace: number | null;
  /** Of the videos of new tasks; fewer are made sooner. */
  videoFramesPerSecond: number;
  /** Where the index of an MP4 is. Behind the frames, a player cannot start before the whole file is there. */
  videoIndex: "first" | "last";
  /** Paths of endpoints that answer 404, as at a service that has no such endpoint. */
  missingEndpoints: string[];
  /** `down` closes the main address; the backup address goes on, and takes control requests meanwhile. */
  mainAddress: "up" | "down";
  /**
   * What the same request gives again without a seed: `vary` another take, as at the service, `same` the
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

type Readers = { [Name in keyof Settings]: (fields: Fields, name: Name) => Settings[Name] | undefined };

const duration = (fields: Fields, name: string) =>
  fields.nullable(name, () => fields.number(name, { min: 0 }));

const READERS: Readers = {
  latencyMs: duration,
  rateLimits: (fields, name) => fields.oneOf(name, ["on", "off"] as const),
  rateLimitOverrides: (fields, name) => readRateLimits(fields.object(name)),
  urlLifetimeMs: duration,
  counts: (fields, name) => fields.oneOf(name, ["string", "number"] as const),
  textFileId: (fields, name) => fields.oneOf(name, TEXT_FILE_ID_TYPES),
  maxSubjectReferences: (fields, name) => fields.integer(name, { min: 0 }),
  imageFormat: (fields, name) => fields.oneOf(name, ["jpeg", "png"] as const),
  taskDurationMs: duration,
  streamFrameIntervalMs: (fields, name) => fields.number(name, { min: 0 }),
  streamPace: (fields, name) => fields.nullable(name, () => fields.number(name, { min: 0.01 })),
  videoFramesPerSecond: (fields, name) => fields.integer(name, { min: 1, max: 60 }),
  videoIndex: (fields, name) => fields.oneOf(name, ["first", "last"] as const),
  missingEndpoints: (fields, name) => fields.strings(name),
  mainAddress: (fields, name) => fields.oneOf(name, ["up", "down"] as const),
  takes: (fields, name) => fields.oneOf(name, ["vary", "same"] as const),
  clockOffsetMs: (fields, name) => fields.number(name),
};

/** Reads a change of settings from a JSON body; only what is named changes. Throws a 2013 refusal. */
export function parseSettingsChange(body: unknown): Partial<Settings> {
  const fields = new Fields(body);
  const names = Object.keys(READERS) as (keyof Settings)[];
  const values = names.map((name) => [name, READERS[name](fields, name as never)] as const);
  fields.refuseUnread("no such setting");
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readRateLimits(fields: Fields | undefined): Settings["rateLimitOverrides"] | undefined {
  if (fields === undefined) return undefined;
  const names = Object.keys(RATE_RULES) as RateBucketName[];
  const limits = names.map((name) => [name, fields.integer(name, { min: 0 })] as const);
  fields.refuseUnread("no such rate limit");
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined));
}

/** A number that makes takes of one request differ; undefined where they are to be the same. */
export function drawTake({ takes }: Pick<Settings, "takes">): number | undefined {
  return takes === "same" ? undefined : randomInt(2 ** 31);
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
