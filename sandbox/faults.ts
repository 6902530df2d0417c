import { createHash } from "node:crypto";
import { invalidParameter } from "./http/refusal.ts";
import type { LinkFaults } from "./state/link-store.ts";

/** One fault as it was asked for. `times` limits it to the first so many requests with the same key and text. */
interface Fault {
  name: FaultName;
  /** Status code, milliseconds or count, as the name says; 0 where the name needs none. */
  value: number;
  times: number | null;
}

/** Every fault and whether it takes a number after a colon. README.md says what each does. */
const FAULTS = {
  refuse: "number",
  http: "number",
  "drop-before": "none",
  "drop-after": "none",
  truncate: "none",
  garbage: "none",
  partial: "number",
  "dead-links": "none",
  "garbage-links": "none",
  "truncate-links": "none",
  "slow-links": "number",
  "task-failed": "none",
  "task-expired": "none",
  "task-ms": "number",
  "data-null": "none",
  "empty-result": "none",
  "odd-hex": "none",
  "bad-hex": "none",
  "json-for-stream": "none",
  "json-as-stream": "none",
  "stream-error": "number",
  "drop-after-frames": "number",
  "stall-after-frames": "number",
  "large-frame": "number",
  "no-last-frame": "none",
  "other-rate": "none",
  "no-subtitles": "none",
  "garbage-subtitles": "none",
  "structure-garbage": "none",
  "overlapping-segments": "none",
  "segments-beyond-end": "none",
  "no-lyrics": "none",
  "callbacks-copied": "number",
  "callbacks-late": "number",
  "callbacks-reversed": "none",
  "callbacks-lost": "none",
  "last-callback-lost": "none",
  "callbacks-capitalised": "none",
  "callbacks-with-more": "none",
  "numeric-challenge": "none",
  "object-challenge": "none",
  "large-challenge": "none",
  "garbage-video": "none",
  "truncated-video": "none",
  "large-video": "number",
  "zip-result": "none",
  "audio-result": "none",
  "damaged-tar": "none",
  "truncated-tar": "none",
  "escaping-tar": "none",
  latency: "number",
  pace: "number",
} as const;

type FaultName = keyof typeof FAULTS;

const WORD = /\[\[\s*(fault|latency|pace|task-ms)\s*:\s*([^\]]*?)\s*\]\]/g;

/** Faults asked for by words in a text, in their order. Throws a 2013 refusal for a word that is none. */
export function readFaultWords(text: string): Fault[] {
  return [...text.matchAll(WORD)].map(([, kind = "", rest = ""]) =>
    parseFault(kind === "fault" ? rest : `${kind}:${rest}`),
  );
}

/** The text without its fault words, as it is drawn or spoken. */
export function stripFaultWords(text: string): string {
  return text.replace(WORD, " ").replace(/ {2,}/g, " ").trim();
}

/**
 * Parses one fault: `1002`, `http-500`, `drop-after`, `partial:2`, each with `xN` behind it for the first N times only.
 * Throws a 2013 refusal, so that a misspelt fault never passes for a service without faults.
 */
export function parseFault(text: string): Fault {
  const match = /^([a-z0-9-]+?)(?::(\d+))?(?:x(\d+))?$/.exec(text);
  const [, word = "", argument, repeat] = match ?? [];
  const times = repeat === undefined ? null : Number(repeat);
  const httpStatus = /^http-([45]\d\d)$/.exec(word)?.[1];
  if (match !== null && argument === undefined && /^\d{4}$/.test(word)) {
    return { name: "refuse", value: Number(word), times };
  }
  if (argument === undefined && httpStatus !== undefined) {
    return { name: "http", value: Number(httpStatus), times };
  }
  if (!isNamedFault(word) || (FAULTS[word] === "number") !== (argument !== undefined)) {
    throw invalidParameter("fault", `the sandbox knows no fault "${text}"`);
  }
  return { name: word, value: Number(argument ?? 0), times };
}

function isNamedFault(word: string): word is FaultName {
  return Object.hasOwn(FAULTS, word) && word !== "refuse" && word !== "http";
}

/** Faults armed by the control endpoint for the next requests that match. */
interface ArmedFaults {
  faults: Fault[];
  /** Path of the endpoint, such as `/v1/image_generation`; null matches every endpoint. */
  endpoint: string | null;
  /** Null matches every key. */
  key: string | null;
  timesLeft: number;
}

/** The faults of one request. */
export class FaultSet {
  private readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.faults = faults;
  }

  has(name: FaultName): boolean {
    return this.value(name) !== null;
  }

  /** The number of the first fault of that name; null when it was not asked for. */
  value(name: FaultName): number | null {
    return this.faults.find((fault) => fault.name === name)?.value ?? null;
  }

  /** These faults and others. */
  with(other: FaultSet): FaultSet {
    return new FaultSet([...this.faults, ...other.faults]);
  }

  /** For the link at a place (from 0) of an answer: slow ones come one after another, each as much later. */
  linkFaults(place = 0): LinkFaults {
    return {
      dead: this.has("dead-links"),
      garbage: this.has("garbage-links"),
      truncated: this.has("truncate-links"),
      delayMs: (this.value("slow-links") ?? 0) * (place + 1),
    };
  }
}

/** Tells which faults a request meets: the armed ones first, then those asked for by words in its text. */
export class FaultDesk {
  private armed: ArmedFaults[] = [];
  private readonly timesSeen = new Map<string, number>();

  arm(armed: ArmedFaults): void {
    this.armed.push(armed);
  }

  listArmed(): readonly ArmedFaults[] {
    return this.armed;
  }

  /** Takes the faults for one request and counts it. Throws a 2013 refusal for an unknown fault word. */
  take(request: { endpoint: string; key: string; text: string }): FaultSet {
    const words = readFaultWords(request.text);
    const matching = this.armed.filter(
      (armed) =>
        (armed.endpoint === null || armed.endpoint === request.endpoint) &&
        (armed.key === null || armed.key === request.key),
    );
    for (const armed of matching) armed.timesLeft -= 1;
    this.armed = this.armed.filter((armed) => armed.timesLeft > 0);
    const fromWords = words.filter((fault) => fault.times === null || this.isWithin(fault, request));
    return new FaultSet([...matching.flatMap((armed) => armed.faults), ...fromWords]);
  }

  reset(): void {
    this.armed = [];
    this.timesSeen.clear();
  }

  private isWithin(fault: Fault, request: { endpoint: string; key: string; text: string }): boolean {
    const identity = [request.endpoint, request.key, request.text, fault.name, fault.value].join("\n");
    const name = createHash("sha256").update(identity).digest("hex");
    const seen = this.timesSeen.get(name) ?? 0;
    this.timesSeen.set(name, seen + 1);
    return fault.times !== null && seen < fault.times;
  }
}
