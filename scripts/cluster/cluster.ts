import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createRandom } from "@/lib/media/testing/forged-pictures";
import { findOrphanRows } from "../torture/find-orphans";
import { type AttemptRow, judgeBill, type Kill, type LedgerEntry } from "../torture/judge-bill";
import {
  drawPicture,
  makePlainRequests,
  makeRequest,
  pick,
  type TortureRequest,
  type Uploads,
} from "../torture/requests";
import { StudioClient } from "../torture/studio-client";
import type { Machine, MachinePart } from "./machine";
import { apiToken, openCluster, type OpenCluster, serviceKey } from "./open-cluster";

/** Longer than a lease and the time until another worker notices. */
const cutMs = 24_000;
/** Longer than a store may stand still. */
const frozenMs = 6_000;
const windowMs = 5_000;
const requestsInWindow = 3;
const healthyTimeoutMs = 90_000;

export const faults = ["web", "worker", "launcher", "cut", "store"] as const;
export type Fault = (typeof faults)[number];

export interface ClusterReport {
  faults: Record<Fault, number>;
  submitted: number;
  /** Generations by state and error code. */
  ends: Record<string, number>;
  sent: number;
  billed: number;
  files: number;
  seconds: number;
  /** What is wrong, as sentences. */
  problems: string[];
}

interface ClusterOptions {
  /** How many faults, which take turns on the two machines. */
  steps: number;
  seed: number;
  /** Take turns. */
  faults?: readonly Fault[];
  /** The checkout of the version before, which machine `a` runs. */
  before?: string | undefined;
  endTimeoutMs: number;
  log: (line: string) => void;
  /** Gets the logs. */
  keepIn?: string;
  signal?: AbortSignal;
}

/**
 * Kills processes of two machines, cuts their links and freezes their store, and compares what the studio says at the end with
 * the service's bill.
 */
export async function testCluster(options: ClusterOptions): Promise<ClusterReport> {
  const cluster = await openCluster(options);
  try {
    return await new Cluster(options, cluster).run();
  } finally {
    await cluster.close(options.keepIn);
  }
}

class Cluster {
  readonly #options: ClusterOptions;
  readonly #parts: OpenCluster;
  readonly #client: StudioClient;
  readonly #kills: Kill[] = [];
  readonly #faults: Record<Fault, number> = { web: 0, worker: 0, launcher: 0, cut: 0, store: 0 };
  readonly #problems: string[] = [];
  readonly #accepted = new Map<string, TortureRequest>();
  #open: TortureRequest[] = [];
  #submitted = 0;

  constructor(options: ClusterOptions, parts: OpenCluster) {
    this.#options = options;
    this.#parts = parts;
    this.#client = new StudioClient(apiToken, parts.balancer.address);
  }

  async run(): Promise<ClusterReport> {
    const startedAt = Date.now();
    const { steps, seed, log, signal, faults: wanted = faults } = this.#options;
    const { machines } = this.#parts;
    await this.#parts.start();
    const uploads = await this.#prepare();
    const random = createRandom(seed);
    for (let step = 0; step < steps && !signal?.aborted; step += 1) {
      const fault = wanted[step % wanted.length]!;
      const machine = pick(random, machines);
      log(`fault ${step + 1}: ${fault}${fault === "store" ? "" : ` of ${machine.name}`}`);
      const count = 2 + Math.floor(random() * 3);
      for (let each = 0; each < count; each += 1) {
        this.#submitted += 1;
        this.#open.push(makeRequest(random, this.#submitted, uploads));
      }
      await this.#submitOpen();
      await delay(random() * 1_500);
      await this.#break(fault, machine);
      await this.#submitOpen();
    }
    log("Waiting for the end of everything ...");
    return { ...(await this.#judge(uploads)), seconds: Math.round((Date.now() - startedAt) / 1_000) };
  }

  async #prepare(): Promise<Uploads> {
    const few = { requests: requestsInWindow, windowMs };
    const many = { requests: 1_000, windowMs: 60_000 };
    await this.#client.call("PUT", "/api/v1/connection", {
      profileId: "custom",
      baseUrl: this.#parts.sandbox.baseUrl,
      apiKey: serviceKey,
      overrides: {
        rateLimits: {
          endpoints: {
            imageGeneration: few,
            ...Object.fromEntries(
              ["musicGeneration", "videoGeneration", "speech", "narrationCreate"].map((name) => [name, many]),
            ),
          },
        },
        polling: { videoIntervalMs: 500, narrationIntervalMs: 500 },
      },
    });
    const song = new Uint8Array(await readFile("public/sounds/harbour-waltz.mp3"));
    const read = async (answer: Response | null): Promise<string> => {
      if (!answer?.ok) throw new Error(`An upload failed: ${answer?.status} ${await answer?.text()}`);
      return ((await answer.json()) as { assetId: string }).assetId;
    };
    return {
      picture: await read(await this.#client.upload("frame.png", await drawPicture("#308040"))),
      sound: await read(await this.#client.upload("song.mp3", song)),
    };
  }

  async #break(fault: Fault, machine: Machine): Promise<void> {
    this.#faults[fault] += 1;
    const { store, balancer } = this.#parts;
    if (fault === "store") {
      store.frozen = "at once";
      await delay(frozenMs);
      store.frozen = null;
      return;
    }
    // A balancer takes out a machine that answers no health check.
    balancer.targets.delete(machine.address);
    if (fault === "cut") {
      // To the others, its worker is dead.
      this.#kills.push({ part: "worker", at: Date.now() });
      machine.cut();
      const other = this.#submitOpen();
      await delay(cutMs);
      machine.mend();
      await other;
    } else {
      this.#kills.push({ part: fault satisfies MachinePart, at: Date.now() });
      await machine.kill(fault);
    }
    await this.#waitUntilHealthy(machine);
    balancer.targets.add(machine.address);
  }

  async #waitUntilHealthy(machine: Machine): Promise<void> {
    for (const until = Date.now() + healthyTimeoutMs; !(await machine.isHealthy()); await delay(100)) {
      if (Date.now() > until) throw new Error(`Machine ${machine.name} is not healthy again.`);
    }
  }

  /** Submits what was not accepted yet, some of it for the second time. */
  async #submitOpen(): Promise<void> {
    const open = this.#open;
    this.#open = [];
    for (const request of open) {
      const response = await this.#client.send("POST", "/api/v1/generations", request);
      const text = await response?.text().catch(() => null);
      if (response?.ok && text) {
        this.#accepted.set((JSON.parse(text) as GenerationDto).id, request);
        continue;
      }
      // Lost, or the studio could not accept it at this moment.
      if (!response || [502, 503, 507].includes(response.status)) this.#open.push(request);
      else this.#problems.push(`${request.generator} was rejected: ${response.status} ${text}`);
    }
  }

  async #judge(uploads: Uploads): Promise<Omit<ClusterReport, "seconds">> {
    const last = makePlainRequests(uploads);
    this.#submitted += last.length;
    this.#open.push(...last);
    await this.#submitOpen();
    if (this.#open.length > 0) this.#problems.push(`${this.#open.length} requests were never accepted`);
    const generations = await this.#waitForEnds();
    const ledger = (await this.#parts.sandbox.readRequests()) as unknown as LedgerEntry[];
    for (const machine of this.#parts.machines) {
      const code = await machine.stop();
      if (code !== 0) this.#problems.push(`The launcher of ${machine.name} ended with ${code}`);
    }
    const { attempts, files } = await this.#judgeRows();
    this.#problems.push(...judgeBill({ generations, attempts, ledger, kills: this.#kills }));
    this.#judgeWindows(ledger);
    for (const id of this.#accepted.keys()) {
      if (!generations.some((generation) => generation.id === id))
        this.#problems.push(`${id} was accepted and is lost`);
    }
    const sent = ledger.filter(
      ({ method, requestId }) => method === "POST" && this.#accepted.has(requestId ?? ""),
    );
    const billed = new Set(sent.filter((entry) => entry.billed).map(({ requestId }) => requestId));
    const ends: Record<string, number> = {};
    for (const { id, state, error } of generations) {
      const end = error ? `${state} ${error.code}` : state;
      ends[end] = (ends[end] ?? 0) + 1;
      if (error?.code === "storage.failed" && billed.has(id))
        this.#problems.push(`The result of ${id} was billed and did not wait for the store`);
    }
    return {
      faults: this.#faults,
      submitted: this.#submitted,
      ends,
      sent: sent.length,
      billed: sent.filter((entry) => entry.billed).length,
      files,
      problems: this.#problems,
    };
  }

  async #waitForEnds(): Promise<GenerationDto[]> {
    for (const until = Date.now() + this.#options.endTimeoutMs; ; await delay(500)) {
      const generations = await this.#client.listGenerations();
      if (generations.every(({ state }) => isTerminal(state)) || Date.now() > until) return generations;
    }
  }

  /** Rows of work that goes on, and whether the store has the bytes of each stored result. */
  async #judgeRows(): Promise<{ attempts: AttemptRow[]; files: number }> {
    const client = new pg.Client({ connectionString: this.#parts.database.url });
    await client.connect();
    try {
      this.#problems.push(...(await findOrphanRows(client)));
      const workers = await client.query(`SELECT 1 FROM "Worker"`);
      if (workers.rowCount) this.#problems.push(`${workers.rowCount} workers are left`);
      const assets = await client.query<{ sha256: string }>(`SELECT DISTINCT "sha256" FROM "Asset"`);
      for (const { sha256 } of assets.rows) {
        const object = this.#parts.store.objects.get(blobKey(sha256));
        const found = object && createHash("sha256").update(object.body).digest("hex");
        if (found !== sha256) this.#problems.push(`The file ${sha256} is ${found ? "damaged" : "missing"}`);
      }
      const attempts = await client.query<AttemptRow>(`SELECT "generationId", "state" FROM "Attempt"`);
      return { attempts: attempts.rows, files: assets.rows.length };
    } finally {
      await client.end();
    }
  }

  /** No window of the images' limit has more requests than it allows, whatever the clocks of the machines say. */
  #judgeWindows(ledger: readonly LedgerEntry[]): void {
    const times = ledger
      .filter(({ method, path: route }) => method === "POST" && route === "/v1/image_generation")
      .map(({ at }) => at)
      .toSorted((one, other) => one - other);
    times.forEach((at, index) => {
      const next = times[index + requestsInWindow];
      if (next !== undefined && next - at < windowMs)
        this.#problems.push(`${requestsInWindow + 1} images were requested within ${next - at} ms`);
    });
  }
}
