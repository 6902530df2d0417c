import { createRandom } from "@/lib/media/testing/forged-pictures";
import { makeRequest, pick, type Random, type TortureRequest, type Uploads } from "./requests";

export const parts = ["web", "worker", "postgres", "launcher", "sandbox"] as const;
export type Part = (typeof parts)[number];

export const storageFaults = ["full", "read-only"] as const;
export type StorageFault = (typeof storageFaults)[number];

/** Faults of the service's next requests; the body of POST /__sandbox/faults. */
export interface Burst {
  faults: string[];
  times: number;
  endpoint?: string;
}

/** Callbacks of a finished or running video, sent once more, true or not. */
interface Replay {
  /** Which of the videos that had a callback, from 0 up to 1. */
  which: number;
  statuses: ("processing" | "success" | "failed")[];
  copies: number;
}

/** Some requests, one kill, and what makes it worse. */
export interface TortureStep {
  requests: TortureRequest[];
  /** Uploads a picture so many milliseconds before the kill. */
  uploadLeadMs: number | null;
  burst: Burst | null;
  replay: Replay | null;
  /** From before the kill until `storageMs` after it. */
  storage: StorageFault | null;
  storageMs: number;
  /** From the requests to the kill. */
  delayMs: number;
  kill: Part;
  /** Otherwise the next kill hits the recovery from this one. */
  waitsUntilServing: boolean;
}

const bursts: readonly Omit<Burst, "times">[] = [
  { faults: ["1002"] },
  { faults: ["1002"], endpoint: "/v1/image_generation" },
  { faults: ["1002"], endpoint: "/v1/t2a_v2" },
  { faults: ["drop-after"] },
  { faults: ["drop-before"], endpoint: "/v1/query/video_generation" },
  { faults: ["truncate"], endpoint: "/v1/files/retrieve_content" },
  { faults: ["http-500"], endpoint: "/v1/query/t2a_async_query_v2" },
];

const longestDelayMs = 2_500;
const longestLeadMs = 200;
const longestStorageMs = 4_000;

/** What a run does, all of it drawn from the seed. Of five kills in a row, each hits another process. */
export function planTorture(options: { kills: number; seed: number; uploads: Uploads }): TortureStep[] {
  const random = createRandom(options.seed);
  const steps: TortureStep[] = [];
  let requests = 0;
  while (steps.length < options.kills) {
    const order = shuffle(random, parts);
    const faultAt = shuffle(random, [...storageFaults, null, null, null]);
    for (const [place, kill] of order.entries()) {
      const count = 1 + Math.floor(random() * 3);
      steps.push({
        requests: Array.from({ length: count }, () => makeRequest(random, (requests += 1), options.uploads)),
        uploadLeadMs: random() < 0.4 ? Math.floor(random() * longestLeadMs) : null,
        burst: random() < 0.3 ? { ...pick(random, bursts), times: 1 + Math.floor(random() * 4) } : null,
        replay: random() < 0.4 ? planReplay(random) : null,
        storage: faultAt[place]!,
        storageMs: Math.floor(random() * longestStorageMs),
        delayMs: Math.floor(random() * longestDelayMs),
        kill,
        waitsUntilServing: random() < 0.5,
      });
    }
  }
  return steps.slice(0, options.kills);
}

function planReplay(random: Random): Replay {
  const statuses = shuffle(random, ["processing", "success", "failed"] as const);
  return {
    which: random(),
    statuses: statuses.slice(0, 1 + Math.floor(random() * 3)),
    copies: 1 + Math.floor(random() * 3),
  };
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  const keyed = values.map((value) => ({ value, key: random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value);
}
