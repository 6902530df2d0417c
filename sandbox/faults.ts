import { createHash } from "node:crypto";
import { readFaultWords, type Fault, type FaultName } from "./fault-words.ts";
import type { LinkFaults } from "./state/link-store.ts";

/** Faults armed by the control endpoint for the next requests that match. */
export interface ArmedFaults {
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
