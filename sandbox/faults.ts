import { createHash } from "node:crypto";
import { invalidParameter } from "./http/refusal.ts";
import type { LinkFaults } from "./state/link-store.ts";

/** One requested fault. `times` limits it to the first requests with the same key and text. */
export interface Fault {
  name: string;
  /** Status code, milliseconds or count, as the name says; 0 where the name needs none. */
  value: number;
  times: number | null;
}

/** Faults that take a number after a colon. README.md says what each fault does. */
const NUMBERED = readNames(`
  refuse http partial slow-links cut-links task-ms stream-error drop-after-frames stall-after-frames large-frame
  callbacks-copied callbacks-late large-video latency pace
`);
const PLAIN = readNames(`
  drop-before drop-after truncate garbage dead-links garbage-links task-failed
  task-expired data-null empty-result odd-hex bad-hex json-for-stream json-as-stream no-last-frame
  other-rate no-subtitles garbage-subtitles structure-garbage overlapping-segments segments-beyond-end
  no-lyrics callbacks-reversed callbacks-lost last-callback-lost callbacks-capitalised
  callbacks-with-more garbage-video truncated-video
  zip-result audio-result damaged-tar truncated-tar escaping-tar
`);

function readNames(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

const WORD = /\[\[\s*(fault|latency|pace|task-ms)\s*:\s*([^\]]*?)\s*\]\]/g;

/** Faults named by directives in a text, in order. Throws a 2013 refusal for an unknown one. */
export function readFaultDirectives(text: string): Fault[] {
  return [...text.matchAll(WORD)].map(([, kind = "", rest = ""]) =>
    parseFault(kind === "fault" ? rest : `${kind}:${rest}`),
  );
}

export function stripFaultDirectives(text: string): string {
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
  const isKnown = argument === undefined ? PLAIN.has(word) : NUMBERED.has(word);
  if (!isKnown || word === "refuse" || word === "http") {
    throw invalidParameter("fault", `the sandbox knows no fault "${text}"`);
  }
  return { name: word, value: Number(argument ?? 0), times };
}

/** Faults armed by the control endpoint for the next requests that match. */
interface ArmedFaults {
  faults: Fault[];
  /** Path of the endpoint, such as `/v1/image_generation`; null matches every endpoint. */
  endpoint: string | null;
  key: string | null;
  timesLeft: number;
}

export class FaultSet {
  readonly list: readonly Fault[];

  constructor(list: readonly Fault[]) {
    this.list = list;
  }

  has(name: string): boolean {
    return this.value(name) !== null;
  }

  /** The number of the first fault of that name; null when it was not requested. */
  value(name: string): number | null {
    if (!PLAIN.has(name) && !NUMBERED.has(name)) throw new Error(`there is no fault ${name}`);
    return this.list.find((fault) => fault.name === name)?.value ?? null;
  }

  /** For the link at a place (from 0) of an answer: slow ones come one after another, each as much later. */
  linkFaults(place = 0): LinkFaults {
    return {
      dead: this.has("dead-links"),
      garbage: this.has("garbage-links"),
      delayMs: (this.value("slow-links") ?? 0) * (place + 1),
      cuts: this.value("cut-links") ?? 0,
    };
  }
}

/** Finds the faults of a request: the armed ones first, then those its text names. */
export class FaultDesk {
  private armed: ArmedFaults[] = [];
  private readonly timesSeen = new Map<string, number>();

  arm(armed: ArmedFaults): void {
    this.armed.push(armed);
  }

  disarm(): void {
    this.armed = [];
  }

  listArmed(): readonly ArmedFaults[] {
    return this.armed;
  }

  /** Takes the faults for one request and counts it. Throws a 2013 refusal for an unknown fault word. */
  take(request: { endpoint: string; key: string; text: string }): FaultSet {
    const words = readFaultDirectives(request.text);
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
    this.disarm();
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
