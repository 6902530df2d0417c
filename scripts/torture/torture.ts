import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { DataDisk } from "./data-disk";
import type { Evidence, Kill } from "./judge-bill";
import { judgeStudio } from "./judge-studio";
import { type Part, planTorture, type StorageFault, type TortureStep } from "./plan-torture";
import { drawPicture, makePlainRequests, type TortureRequest, type Uploads } from "./requests";
import { TorturedStudio } from "./tortured-studio";

/** A killed process runs again within this time. */
const partTimeoutMs = 90_000;

export interface TortureReport {
  kills: Record<Part, number>;
  /** How often the data folder was full or read-only; what this machine can't do is in `skipped`. */
  storage: Record<StorageFault, number>;
  skipped: string[];
  submitted: number;
  /** Submitted again with the same key, since the response was lost or the studio could not accept it. */
  resubmitted: number;
  /** Generations by state and error code. */
  ends: Record<string, number>;
  /** Requests that the service got for generations, and how many of them it billed. */
  sent: number;
  billed: number;
  callbacks: number;
  files: number;
  seconds: number;
  /** What is wrong, as sentences. */
  problems: string[];
}

/** A callback address has to answer within 3 seconds, which a busy machine may miss. */
const lateChallenge = "service.callback-address";

interface TortureOptions {
  kills: number;
  seed: number;
  /** Everything ends within this time once nothing is killed any more. */
  endTimeoutMs: number;
  log: (line: string) => void;
  /** Gets the evidence and the logs. */
  keepIn?: string;
  /** Ends the kills early; what they left is judged all the same. */
  signal?: AbortSignal;
}

/**
 * Kills random processes of a built studio while it works with a service that drops, refuses and delays and on a disk that
 * is full or read-only now and then, and checks what is left at the end.
 */
export async function tortureStudio(options: TortureOptions): Promise<TortureReport> {
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-torture-"));
  const torture = new Torture(folder, options);
  try {
    return await torture.run();
  } finally {
    await torture.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class Torture {
  readonly #options: TortureOptions;
  readonly #folder: string;
  readonly #disk: DataDisk;
  readonly #studio: TorturedStudio;
  readonly #kills: Kill[] = [];
  readonly #storage: Record<StorageFault, number> = { full: 0, "read-only": 0 };
  readonly #problems: string[] = [];
  /** Not accepted yet. */
  #open: TortureRequest[] = [];
  /** By the IDs of their generations. */
  readonly #accepted = new Map<string, TortureRequest>();
  #submitted = 0;
  #resubmitted = 0;

  constructor(folder: string, options: TortureOptions) {
    this.#options = options;
    this.#folder = folder;
    // PostgreSQL runs under another account than root and passes through.
    chmodSync(folder, 0o711);
    const dataDir = path.join(folder, "data");
    const temporary = path.join(folder, "tmp");
    this.#disk = new DataDisk(dataDir);
    for (const name of ["tmp", "sandbox"]) mkdirSync(path.join(folder, name), { mode: 0o711 });
    // The service has a disk of its own, so its bill is complete.
    symlinkSync(path.join(folder, "sandbox"), path.join(dataDir, "sandbox"));
    this.#studio = new TorturedStudio(dataDir, { TMPDIR: temporary });
  }

  async run(): Promise<TortureReport> {
    const { kills, seed, log, signal } = this.#options;
    const startedAt = Date.now();
    for (const skipped of this.#disk.listSkipped()) log(`skipped: ${skipped}`);
    await this.#studio.start();
    const uploads = await this.#prepare();
    for (const [index, step] of planTorture({ kills, seed, uploads }).entries()) {
      if (signal?.aborted) break;
      const facts = [step.storage, step.burst?.faults.join(), step.replay && "callbacks"].filter(Boolean);
      log(`kill ${index + 1}: ${[step.kill, ...facts].join(", ")}`);
      await this.#runStep(step);
    }
    log("Waiting for the end of everything ...");
    const report = await this.#judge(uploads);
    return { ...report, seconds: Math.round((Date.now() - startedAt) / 1_000) };
  }

  async #prepare(): Promise<Uploads> {
    const many = { requests: 1_000, windowMs: 60_000 };
    const endpoints = ["musicGeneration", "imageGeneration", "videoGeneration", "speech", "narrationCreate"];
    await this.#studio.call("PUT", "/api/v1/connection", {
      profileId: "sandbox",
      apiKey: "sandbox-key-good-torture",
      overrides: {
        rateLimits: { endpoints: Object.fromEntries(endpoints.map((name) => [name, many])) },
        polling: { videoIntervalMs: 500, narrationIntervalMs: 500 },
      },
    });
    const song = new Uint8Array(await readFile("public/sounds/harbour-waltz.mp3"));
    const read = async (answer: Response | null) => ((await answer!.json()) as { assetId: string }).assetId;
    return {
      picture: await read(await this.#studio.upload("frame.png", await drawPicture("#308040"))),
      sound: await read(await this.#studio.upload("song.mp3", song)),
    };
  }

  async #runStep(step: TortureStep): Promise<void> {
    await this.#studio.setUpSandbox();
    if (step.burst) await this.#studio.armSandbox(step.burst);
    this.#submitted += step.requests.length;
    this.#open.push(...step.requests);
    await this.#submitOpen(step.requests);
    if (step.replay) {
      await this.#studio.replayCallbacks(step.replay.which, step.replay.statuses, step.replay.copies);
    }
    await delay(step.delayMs / 2);
    if (step.storage && this.#disk.break(step.storage)) this.#storage[step.storage] += 1;
    await delay(step.delayMs / 2);
    const uploading = step.uploadLeadMs === null ? null : this.#upload();
    await Promise.all([uploading, this.#killAndMend(step)]);
    if (step.waitsUntilServing) await this.#studio.waitUntilServing();
  }

  async #killAndMend(step: TortureStep): Promise<void> {
    await delay(step.uploadLeadMs ?? 0);
    await this.#kill(step.kill);
    const mend = async () => {
      if (step.storage) await delay(step.storageMs);
      this.#disk.mend();
    };
    await Promise.all([mend(), step.kill === "launcher" ? this.#startAgain() : null]);
  }

  async #kill(part: Part): Promise<void> {
    if (!(await this.#studio.kill(part))) {
      // It is being restarted, for which the database needs space.
      this.#disk.mend();
      await this.#studio.waitForPart(part, partTimeoutMs);
      if (!(await this.#studio.kill(part))) throw new Error(`The ${part} process did not start again.`);
    }
    this.#kills.push({ part, at: Date.now() });
  }

  async #startAgain(): Promise<void> {
    await this.#studio.ended();
    try {
      await this.#studio.start();
    } catch (error) {
      // A start on a full disk may fail. Once there is space, it must not.
      this.#options.log(`Starting again after: ${(error as Error).message}`);
      this.#disk.mend();
      await this.#studio.start();
    }
  }

  /** A person's upload: it succeeds, is refused, or gets lost. */
  async #upload(): Promise<void> {
    const color = `#${(this.#submitted % 4096).toString(16).padStart(3, "0")}`;
    await this.#studio.upload("picture.png", await drawPicture(color));
  }

  /** Submits what was not accepted yet, some of it for the second time. */
  async #submitOpen(first: readonly TortureRequest[] = []): Promise<void> {
    const open = this.#open;
    this.#open = [];
    for (const request of open) {
      if (!first.includes(request)) this.#resubmitted += 1;
      const response = await this.#studio.send("POST", "/api/v1/generations", request);
      const text = await response?.text().catch(() => null);
      if (response?.ok && text) {
        this.#accepted.set((JSON.parse(text) as GenerationDto).id, request);
      } else {
        this.#open.push(request);
        const isExpected = !response || [202, 503, 507].includes(response.status);
        if (!isExpected) this.#problems.push(`${request.generator} was rejected: ${response.status} ${text}`);
      }
    }
  }

  async #judge(uploads: Uploads): Promise<Omit<TortureReport, "seconds">> {
    await this.#studio.waitUntilServing();
    await this.#studio.setUpSandbox();
    await this.#studio.disarmSandbox();
    const last = makePlainRequests(uploads);
    this.#open.push(...last);
    await this.#submitOpen(last);
    if (this.#open.length > 0) this.#problems.push(`${this.#open.length} requests were never accepted`);
    const found = await judgeStudio(this.#studio, {
      accepted: this.#accepted,
      kills: this.#kills,
      endTimeoutMs: this.#options.endTimeoutMs,
    });
    for (const { id, generator, state, error } of found.evidence.generations) {
      if (!last.some((request) => request === this.#accepted.get(id))) continue;
      if (state === "succeeded" || error?.code === lateChallenge) continue;
      this.#problems.push(`${generator} ${id}, after everything, is ${state} (${error?.code})`);
    }
    for (const name of await readdir(path.join(this.#folder, "tmp"))) {
      this.#problems.push(`A temporary file is left: ${name}`);
    }
    await this.#keep(found.evidence);
    const { generations, ledger } = found.evidence;
    const sent = ledger.filter(
      (entry) => entry.method === "POST" && this.#accepted.has(entry.requestId ?? ""),
    );
    return {
      kills: countBy(this.#kills, ({ part }) => part) as Record<Part, number>,
      storage: this.#storage,
      skipped: this.#disk.listSkipped(),
      submitted: this.#submitted,
      resubmitted: this.#resubmitted,
      ends: countBy(generations, ({ state, error }) => (error ? `${state} ${error.code}` : state)),
      sent: sent.length,
      billed: sent.filter(({ billed }) => billed).length,
      callbacks: found.callbacks,
      files: found.files,
      problems: [...this.#problems, ...found.problems],
    };
  }

  async #keep(evidence: Evidence): Promise<void> {
    const { keepIn } = this.#options;
    if (!keepIn) return;
    await rm(keepIn, { recursive: true, force: true });
    await cp(path.join(this.#studio.dataDir, "logs"), path.join(keepIn, "logs"), { recursive: true });
    await writeFile(path.join(keepIn, "evidence.json"), JSON.stringify(evidence, null, 1));
  }

  async close(): Promise<void> {
    this.#disk.mend();
    await this.#studio.stop();
    this.#disk.unmount();
  }
}

function countBy<Item>(items: readonly Item[], name: (item: Item) => string): Record<string, number> {
  const counts = [...Map.groupBy(items, name)].map(([key, group]) => [key, group.length] as const);
  return Object.fromEntries(counts.toSorted((one, other) => other[1] - one[1]));
}
