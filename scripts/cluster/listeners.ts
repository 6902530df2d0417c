import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Kill } from "../torture/judge-bill";
import { apiToken } from "./open-cluster";

/** What one request to listen has brought. */
export interface Heard {
  generationId: string;
  machine: string;
  bytes: Buffer;
  /** Whether the studio ended it, and not a fault. */
  isWhole: boolean;
}

/** A listener whose web is away comes back after this time. */
const returnMs = 300;

/** Listens to results while they are made, at several machines at once. */
export class Listeners {
  readonly heard: Heard[] = [];
  readonly #ended: Promise<void>[] = [];
  #open = 0;
  readonly #closing = new AbortController();

  /** Listens at each machine, again from the first byte when a fault has broken it off. */
  hear(generationId: string, machines: readonly { name: string; address: string }[]): void {
    for (const machine of machines) this.#ended.push(this.#hear(generationId, machine));
  }

  /** Waits for those that still listen. @returns how many were not told the end in time */
  async end(timeoutMs: number): Promise<number> {
    let left = 0;
    const timer = setTimeout(() => {
      left = this.#open;
      this.#closing.abort();
    }, timeoutMs);
    await Promise.all(this.#ended);
    clearTimeout(timer);
    return left;
  }

  async #hear(generationId: string, { name, address }: { name: string; address: string }): Promise<void> {
    this.#open += 1;
    const url = `${address}/api/v1/generations/${generationId}/stream`;
    while (!this.#closing.signal.aborted) {
      const heard = await listen(url, this.#closing.signal);
      if (heard === "nothing more") break;
      if (heard) this.heard.push({ generationId, machine: name, ...heard });
      if (heard?.isWhole) break;
      await delay(returnMs);
    }
    this.#open -= 1;
  }
}

type Listened = Pick<Heard, "bytes" | "isWhole">;

/** Null where the web is away. */
async function listen(url: string, signal: AbortSignal): Promise<Listened | "nothing more" | null> {
  const pieces: Uint8Array[] = [];
  const sofar = (isWhole: boolean) => ({ bytes: Buffer.concat(pieces), isWhole });
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiToken}` }, signal });
    // A stored result is compared with the bytes of the store like all others.
    const isLive = response.ok && response.headers.get("cache-control")?.includes("no-store");
    if (!isLive) {
      await response.body?.cancel();
      // 404: it ended without a result.
      return response.ok || response.status === 404 ? "nothing more" : null;
    }
    for await (const piece of response.body!) pieces.push(piece as Uint8Array);
    return sofar(true);
  } catch (error) {
    if (!signal.aborted && !(error instanceof TypeError)) throw error;
    return pieces.length > 0 ? sofar(false) : null; // The web was killed, or the trial is over.
  }
}

/** A generation, as listeners are judged by it. */
export interface HeardGeneration {
  /** Its sound in the store. */
  stored: Buffer | undefined;
  hasSucceeded: boolean;
  /** Whether its worker was taken for dead meanwhile. */
  wasTakenOver: boolean;
}

/** All generations, as listeners are judged by them, by ID. */
export function describeHeard(
  generations: readonly GenerationDto[],
  sounds: ReadonlyMap<string, Buffer>,
  kills: readonly Kill[],
): Map<string, HeardGeneration> {
  return new Map(
    generations.map(({ id, state, startedAt, finishedAt }) => {
      const from = startedAt ? Date.parse(startedAt) : Infinity;
      const until = finishedAt ? Date.parse(finishedAt) : Infinity;
      const wasTakenOver = kills.some(({ part, at }) => part !== "web" && at >= from && at <= until);
      return [id, { stored: sounds.get(id), hasSucceeded: state === "succeeded", wasTakenOver }];
    }),
  );
}

/**
 * Compares what listeners heard with the stored sounds: none has heard other bytes, or fewer than are stored unless a fault broke it off.
 * Where another worker has taken over, that may have told the end before the first one, whose link was cut, stored the rest; and more
 * can have been heard than a killed worker left. Returns what is wrong, as sentences.
 */
export function judgeHeard(
  heard: readonly Heard[],
  generations: ReadonlyMap<string, HeardGeneration>,
): string[] {
  const problems: string[] = [];
  for (const [id, all] of Map.groupBy(heard, ({ generationId }) => generationId)) {
    // Where nothing is stored, listeners are compared with the one that heard most.
    const [longest] = all.map(({ bytes }) => bytes).toSorted((one, other) => other.length - one.length);
    const { stored: right, hasSucceeded, wasTakenOver } = generations.get(id)!;
    for (const { machine, bytes, isWhole } of all) {
      const say = (what: string) =>
        problems.push(
          `A listener of ${id} at ${machine} heard ${what} (${bytes.length} of ${right?.length})`,
        );
      const shared = Math.min(bytes.length, (right ?? longest!).length);
      if (!bytes.subarray(0, shared).equals((right ?? longest!).subarray(0, shared))) say("other bytes");
      else if (right && isWhole && !wasTakenOver && bytes.length < right.length) say("less than is stored");
      else if (right && hasSucceeded && bytes.length > right.length) say("more than is stored");
    }
  }
  return problems;
}
