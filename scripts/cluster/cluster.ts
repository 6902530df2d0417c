import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { createRandom } from "@/lib/media/testing/forged-pictures";
import { judgeBill, type Kill, type LedgerEntry } from "../torture/judge-bill";
import {
  drawPicture,
  makeLongSpeech,
  makePlainRequests,
  makeRequest,
  pick,
  type TortureRequest,
  type Uploads,
} from "../torture/requests";
import { StudioClient } from "../torture/studio-client";
import { judgeRows } from "./judge-rows";
import { judgeWindows } from "./judge-windows";
import { describeHeard, judgeHeard, Listeners } from "./listeners";
import type { Machine, MachinePart } from "./machine";
import { apiToken, openCluster, type OpenCluster, serviceKey } from "./open-cluster";

/** Longer than a lease and the time until another worker notices. */
const cutMs = 24_000;
/** Longer than a store may stand still. */
const frozenMs = 6_000;
/** Longer than a relay may confirm nothing, and shorter than a sound takes. */
const relayAwayMs = 3_000;
/** How long a listener may still hear when everything has ended. */
const listenTimeoutMs = 30_000;
const windowMs = 5_000;
const requestsInWindow = 3;
const healthyTimeoutMs = 90_000;

export const faults = ["web", "worker", "launcher", "cut", "store"] as const;
/** With a relay: it is killed, or stands still. */
export const relayFaults = ["relay", "frozen-relay"] as const;
export type Fault = (typeof faults)[number] | (typeof relayFaults)[number];

const isRelayFault = (fault: Fault): fault is (typeof relayFaults)[number] =>
  (relayFaults as readonly Fault[]).includes(fault);

export interface ClusterReport {
  faults: Partial<Record<Fault, number>>;
  submitted: number;
  /** Streams of sound that were heard while they were made. */
  heard: number;
  /** What passed through the relay, if there is one. */
  relayed: number;
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
  /** What carries live sounds, if not PostgreSQL. */
  relay?: "nats" | undefined;
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
  readonly #faults: Partial<Record<Fault, number>> = {};
  readonly #listeners = new Listeners();
  readonly #problems: string[] = [];
  readonly #accepted = new Map<string, TortureRequest>();
  #open: TortureRequest[] = [];
  #submitted = 0;
  #relayed = 0;

  constructor(options: ClusterOptions, parts: OpenCluster) {
    this.#options = options;
    this.#parts = parts;
    this.#client = new StudioClient(apiToken, parts.balancer.address);
  }

  async run(): Promise<ClusterReport> {
    const startedAt = Date.now();
    const { steps, seed, log, signal } = this.#options;
    const { machines, relay } = this.#parts;
    const wanted = (this.#options.faults ?? [...faults, ...relayFaults]).filter(
      (fault) => relay !== null || !isRelayFault(fault),
    );
    await this.#parts.start();
    const uploads = await this.#prepare();
    const random = createRandom(seed);
    for (let step = 0; step < steps && !signal?.aborted; step += 1) {
      const fault = wanted[step % wanted.length]!;
      const machine = pick(random, machines);
      log(
        `fault ${step + 1}: ${fault}${fault === "store" || isRelayFault(fault) ? "" : ` of ${machine.name}`}`,
      );
      const count = 2 + Math.floor(random() * 3);
      for (let each = 0; each < count; each += 1) {
        this.#submitted += 1;
        this.#open.push(makeRequest(random, this.#submitted, uploads));
      }
      this.#submitted += 1;
      // The fault falls into a sound that both machines hear.
      this.#open.push(makeLongSpeech(this.#submitted));
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
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
    const { store, balancer } = this.#parts;
    if (isRelayFault(fault)) return this.#breakRelay(fault);
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

  async #breakRelay(fault: Fault): Promise<void> {
    const relay = this.#parts.relay!;
    await this.#countRelayed();
    if (fault === "relay") await relay.kill();
    else relay.freeze();
    await delay(relayAwayMs);
    if (fault === "relay") await relay.restart();
    else relay.thaw();
  }

  async #countRelayed(): Promise<void> {
    // It counts from its start.
    this.#relayed = Math.max(this.#relayed, (await this.#parts.relay?.countMessages()) ?? 0);
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
        const { id } = JSON.parse(text) as GenerationDto;
        this.#accepted.set(id, request);
        if (request.input["stream"] === true) this.#listeners.hear(id, this.#parts.machines);
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
    const left = await this.#listeners.end(listenTimeoutMs);
    if (left > 0) this.#problems.push(`${left} listeners were not told the end`);
    await this.#countRelayed();
    const ledger = (await this.#parts.sandbox.readRequests()) as unknown as LedgerEntry[];
    for (const machine of this.#parts.machines) {
      const code = await machine.stop();
      if (code !== 0) this.#problems.push(`The launcher of ${machine.name} ended with ${code}`);
    }
    const { attempts, files, sounds, problems } = await judgeRows(this.#parts);
    const { heard } = this.#listeners;
    const judged = describeHeard(generations, sounds, this.#kills);
    this.#problems.push(...problems, ...judgeHeard(heard, judged));
    if (heard.length === 0) this.#problems.push("Nothing was heard while it was made");
    if (this.#parts.relay && this.#relayed === 0) this.#problems.push("The relay carried nothing");
    this.#problems.push(...judgeBill({ generations, attempts, ledger, kills: this.#kills }));
    this.#problems.push(...judgeWindows(ledger, { requests: requestsInWindow, windowMs }));
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
      heard: heard.length,
      relayed: this.#relayed,
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
}
