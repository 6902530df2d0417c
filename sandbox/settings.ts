import { randomInt } from "node:crypto";
import { RATE_RULES, type RateBucketName } from "./rate-limit.ts";
import { type Bounds, Fields } from "./rules/fields.ts";

interface Setting<Value> {
  initial: Value;
  read: (fields: Fields, name: string) => Value | undefined;
}

/** What the control endpoint can change while the sandbox runs. */
const SETTINGS = {
  /** Time of the work in milliseconds; null lets each endpoint take a plausible random time. */
  latencyMs: optionalNumber({ min: 0 }),
  /** `held` makes billable calls wait before their work, until it is `answered` again. */
  calls: choice("answered", "held"),
  rateLimits: choice("on", "off"),
  rateLimitOverrides: setting<RateLimits>({}, (fields, name) => readRateLimits(fields.object(name))),
  /** Life of every delivered URL in milliseconds; null is the document's life (24 h; video 1 h, long speech 9 h). */
  urlLifetimeMs: optionalNumber({ min: 0 }),
  /** Form of `metadata.success_count` and `failed_count`: the sample has strings, the schema integers. */
  counts: choice("string", "number"),
  /** Type of `text_file_id`: the string of service.md, or the integer of public examples. The other is refused. */
  textFileId: choice("string", "integer"),
  maxSubjectReferences: number(1, { min: 0 }, "integer"),
  imageFormat: choice("jpeg", "png"),
  /** Time from creation to the end of a video or narration task in milliseconds; null is plausible. */
  taskDurationMs: optionalNumber({ min: 0 }),
  /** How long a receiver of callbacks may take: 3 seconds (service.md "Events" 1), more where tests keep a machine busy. */
  callbackTimeoutMs: number(3_000, { min: 1 }),
  streamFrameIntervalMs: number(20, { min: 0 }),
  /** Highest speed of streamed sound as a multiple of its playback speed, also in open streams; null is no limit. */
  streamPace: optionalNumber({ min: 0.01 }),
  /** Songs end after so many seconds at the latest, except covers; null is no limit. Short ones are made sooner. */
  songSeconds: optionalNumber({ min: 1 }),
  /** Of the videos of new tasks; fewer are made sooner. */
  videoFramesPerSecond: number(12, { min: 1, max: 60 }, "integer"),
  /** Where the index of an MP4 is. Behind the frames, a player cannot start before the whole file is there. */
  videoIndex: choice("last", "first"),
  /** Paths of endpoints that answer 404, like a service without them. */
  missingEndpoints: setting<string[]>([], (fields, name) => fields.strings(name)),
  /** `down` closes the main address; the backup address stays open and accepts control requests. */
  mainAddress: choice("up", "down"),
  /**
   * What the same request gives again without a seed: `vary` another take, as at the service, `same` the same bytes.
   * Pictures draw a `seed` per request, so they vary unless the request names one.
   */
  takes: choice("vary", "same"),
  /** Whether sounds have a short tone at each full second and a longer one at each tenth, which show where a piece comes from. */
  beeps: choice("off", "on"),
  /** Added to the clock that limits, links and tasks go by, in milliseconds. */
  clockOffsetMs: number(0),
};

export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["initial"] };

export const DEFAULT_SETTINGS = mapSettings((_name, { initial }) => initial) as Readonly<Settings>;

/** Reads a change of settings from a JSON body; only what is named changes. Throws a 2013 refusal. */
export function parseSettingsChange(body: unknown): Partial<Settings> {
  const fields = new Fields(body);
  const change = mapSettings((name, { read }) => read(fields, name));
  fields.refuseUnread("no such setting");
  return change as Partial<Settings>;
}

function mapSettings(read: (name: string, setting: Setting<unknown>) => unknown): Record<string, unknown> {
  const values = Object.entries(SETTINGS).map(([name, setting]) => [name, read(name, setting)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function setting<Value>(initial: Value, read: Setting<Value>["read"]): Setting<Value> {
  return { initial, read };
}

/** One of two values; the first is the initial one. */
function choice<const One extends string, const Other extends string>(one: One, other: Other) {
  return setting<One | Other>(one, (fields, name) => fields.oneOf(name, [one, other]));
}

function number(initial: number, bounds?: Bounds, kind: "number" | "integer" = "number") {
  return setting(initial, (fields, name) => fields[kind](name, bounds));
}

function optionalNumber(bounds: Bounds) {
  return setting<number | null>(null, (fields, name) =>
    fields.nullable(name, () => fields.number(name, bounds)),
  );
}

type RateLimits = Partial<Record<RateBucketName, number>>;

function readRateLimits(fields: Fields | undefined): RateLimits | undefined {
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

export type SandboxClock = ReturnType<typeof createClock>;

/** Milliseconds since 1970, from a clock that tests replace and the control endpoint shifts. */
export function createClock(settings: Settings, readBase: () => number = Date.now) {
  return { now: () => readBase() + settings.clockOffsetMs };
}
