import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { MachineState } from "@/lib/status/machine-state.server";
import { hasSources } from "../bootstrap/install.mjs";
import type { InstanceLock } from "../bootstrap/instance-lock.mjs";
import { bundlePrograms, stopCompiler, watchWorker } from "../bundle.mjs";
import { ensureBuild, ensurePrograms } from "./build-studio";
import { ChildRecord } from "./child-record";
import { LaunchError, say, warn } from "./console";
import { DatabaseService } from "./database-service";
import { describeWeb, describeWorker } from "./describe-processes";
import { clearLeftovers } from "./leftovers";
import { requirePort } from "./ports";
import { orFail, startSandbox } from "./sandbox-service";
import { type LauncherSettings, isLoopback, localAddress, wantsSandbox } from "./settings";
import { sweepTemporaryFiles } from "./sweep-files";
import { SupervisedProcess } from "./supervised-process";
import { waitForHealth } from "./wait-for-health";
import { WorkerWatch } from "./worker-watch";

const graceMs = 3_000;
/**
 * Parts of STUDIO_STOP_SECONDS: how long the worker's open requests may take, and the worker including the time to record those
 * that are given up; what the database has at the end. The web has what is left between them for its open responses.
 */
const stopShares = { requests: 0.5, worker: 0.7, database: 0.15 };
const portPatienceMs = 15_000;

const workerMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("waiting"), count: z.number().int() }),
]);

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

/** Starts all processes of a studio, keeps them running and stops them in reverse order. */
export class Studio {
  readonly #settings: LauncherSettings;
  readonly #lock: InstanceLock;
  readonly #record: ChildRecord;
  readonly #database: DatabaseService;
  readonly #stopSignal = new AbortController();
  #sandbox: SupervisedProcess | undefined;
  #sandboxReady: Promise<void> | undefined;
  /** Resolves when DATABASE_URL is set. */
  readonly #addressed = Promise.withResolvers<void>();
  /** Whether the database is migrated, so that pages may be served. */
  #serves = false;
  #web: SupervisedProcess | undefined;
  #worker: SupervisedProcess | undefined;
  readonly #workerWatch = new WorkerWatch((worker) => this.#tellMachine({ worker }));
  readonly #machine: MachineState;
  #workerWatcher: { dispose(): Promise<void> } | undefined;
  #stopped: Promise<void> | undefined;
  #toldWaiting = 0;

  constructor(settings: LauncherSettings, lock: InstanceLock) {
    this.#settings = settings;
    this.#lock = lock;
    this.#record = new ChildRecord(lock);
    this.#database = new DatabaseService(settings);
    this.#machine = { worker: settings.env.STUDIO_ROLE === "web" ? null : "starting", isDraining: false };
  }

  get isStopping(): boolean {
    return this.#stopSignal.signal.aborted;
  }

  async start(): Promise<void> {
    const { env, development } = this.#settings;
    sweepTemporaryFiles(this.#settings.dataDir);
    await clearLeftovers(this.#lock.leftovers());
    if (this.isStopping) return;
    // On a full disk, a killed launcher may not have recorded its last child, which still has the port while it ends.
    const patienceMs = this.#lock.followsKilled() ? portPatienceMs : 0;
    const port = await requirePort(env.HOST, env.PORT, patienceMs);
    const local = localAddress(env.HOST, port);
    const hasWeb = env.STUDIO_ROLE !== "worker";
    if (hasWeb) process.env.STUDIO_LOCAL_URL = local;
    const database = this.#startDatabase();
    // Pages load while the database starts, and hold requests until it is migrated. The development server holds none.
    const addressed = development ? database : Promise.race([this.#addressed.promise, database]);
    const pages = Promise.all([addressed, this.#startSandbox(), this.#build()]).then(() =>
      this.isStopping || !hasWeb ? undefined : this.#startWeb(port),
    );
    // Waits for all steps even if one fails, since stopping needs every one at rest.
    await Promise.allSettled([database, pages]);
    const [{ prepared }] = await Promise.all([database, pages]);
    if (!development) await stopCompiler();
    if (this.isStopping) return;

    this.#serves = true;
    this.#web?.send("serve");
    const { signal } = this.#stopSignal;
    const isServing = waitForHealth(`${local}/api/health/live`, signal);
    await Promise.all([
      this.#sandboxReady,
      this.#web && orFail(isServing, this.#web, describeWeb(this.#settings, port).logFile),
    ]);
    const setupToken = await prepared;
    if (this.isStopping) return;
    // After the pages, which it would slow down. What is submitted meanwhile waits for it.
    if (env.STUDIO_ROLE !== "web") {
      await this.#startWorker(port);
      // In development, a worker that doesn't compile is no reason to hide the pages.
      if (!development) await Promise.race([this.#workerWatch.ready, aborted(signal)]);
    }
    await waitForHealth(`${local}/api/health${development ? "/live" : ""}`, signal);
    if (!this.isStopping) this.#announce(local, setupToken);
  }

  /** @returns when the database is migrated; `prepared` resolves to the setup token */
  async #startDatabase(): Promise<{ prepared: Promise<string | null> }> {
    await this.#database.start((url) => this.#useDatabase(url));
    await this.#database.join();
    if (await this.#database.isPrepared()) return { prepared: Promise.resolve(null) };
    const prepared = this.#database.prepare();
    // Pages and worker start beside it where nothing is to be migrated. `start` reports what goes wrong.
    prepared.catch(() => {});
    if (!(await this.#database.isMigrated())) await prepared;
    return { prepared };
  }

  #useDatabase(url: string): void {
    if (process.env.DATABASE_URL !== url) {
      process.env.DATABASE_URL = url;
      for (const child of [this.#web, this.#worker]) void child?.replace({ DATABASE_URL: url });
    }
    this.#addressed.resolve();
  }

  async #startSandbox(): Promise<void> {
    if (!wantsSandbox(this.#settings.env)) return;
    const {
      process: sandbox,
      addresses,
      ready,
    } = await startSandbox(this.#settings, {
      onStarted: (pid) => this.#record.remember("sandbox", pid),
      signal: this.#stopSignal.signal,
    });
    this.#sandbox = sandbox;
    this.#sandboxReady = ready;
    process.env.STUDIO_SANDBOX_BASE_URL = addresses.baseUrl;
    process.env.STUDIO_SANDBOX_ALT_BASE_URL = addresses.altBaseUrl;
  }

  async #build(): Promise<void> {
    const { root, env, logsDir, development } = this.#settings;
    if (!hasSources(root)) return;
    // The development server builds pages on request; the watcher builds the worker.
    if (development)
      await bundlePrograms(root, [
        "serve-status",
        "peaks-thread",
        "decode-frame",
        "decode-picture",
        "convert-sound",
        "render-film",
        "make-proxy",
      ]);
    else if (env.STUDIO_ROLE === "worker") await ensurePrograms(root);
    else await ensureBuild(root, path.join(logsDir, "build.log"), this.#stopSignal.signal);
  }

  #startWeb(port: number): void {
    this.#web = new SupervisedProcess({
      ...describeWeb(this.#settings, port),
      onStarted: (pid) => {
        this.#record.remember("web", pid);
        this.#tellMachine();
        if (this.#serves) this.#web?.send("serve");
      },
    });
    this.#web.start();
  }

  async #startWorker(port: number): Promise<void> {
    const { root, development } = this.#settings;
    const worker = new SupervisedProcess({
      ...describeWorker(this.#settings, port),
      watchesLauncher: true,
      onMessage: (message) => this.#hearWorker(message),
      onFailed: () => this.#workerWatch.ended(),
      onStarted: (pid) => {
        this.#record.remember("worker", pid);
        this.#tellMachine();
      },
    });
    this.#worker = worker;
    if (!development) return worker.start();
    let started = false;
    this.#workerWatcher = await watchWorker(root, (errors) => {
      if (errors.length > 0) warn(`The worker failed to compile:\n${errors.join("\n")}`);
      else if (started) void worker.replace();
      else worker.start();
      started ||= errors.length === 0;
    });
  }

  /** Tells the process that answers for the health of this machine what it can't know itself. */
  #tellMachine(change: Partial<MachineState> = {}): void {
    Object.assign(this.#machine, change);
    for (const child of [this.#web, this.#worker]) child?.send({ machine: this.#machine });
  }

  #announce(local: string, setupToken: string | null): void {
    const { env } = this.#settings;
    const isWorker = env.STUDIO_ROLE === "worker";
    const address = isWorker ? local : (env.STUDIO_PUBLIC_URL ?? local);
    this.#record.update({ address, local });
    if (isWorker) return say(`Reverie's worker is ready. Its health: ${local}/api/health`);
    say(`Reverie is ready: ${address}`);
    const reachedFromOutside = !isLoopback(env.HOST) || env.STUDIO_PUBLIC_URL !== undefined;
    if (!isLoopback(env.HOST) && !env.STUDIO_PUBLIC_URL?.startsWith("https:")) {
      warn(
        "Without https, anyone on the network can read the passwords that people enter. See docs/security.md.",
      );
    }
    if (setupToken && reachedFromOutside) {
      say(`To create the owner from another machine, use this one-time token: ${setupToken}`);
    }
  }

  /**
   * Stops everything in order. Waits for the worker's open requests, at most until the end of `withinMs` comes near or
   * `stopNow` is called.
   */
  stop(withinMs?: number): Promise<void> {
    this.#stopped ??= this.#stopInOrder(withinMs);
    return this.#stopped;
  }

  stopNow(): void {
    this.#worker?.kill();
    this.#web?.kill();
    this.#sandbox?.kill();
  }

  async #stopInOrder(withinMs = Infinity): Promise<void> {
    const stopAt = Date.now() + withinMs;
    const isBounded = Number.isFinite(withinMs);
    this.#stopSignal.abort();
    this.#tellMachine({ isDraining: true });
    await this.#workerWatcher?.dispose();
    // While a balancer notices, this machine goes on serving.
    const drained = isBounded ? delay(this.#settings.env.STUDIO_DRAIN_SECONDS * 1_000) : undefined;
    await this.#worker?.stop(
      isBounded
        ? { hurryAfterMs: withinMs * stopShares.requests, killAfterMs: withinMs * stopShares.worker }
        : {},
    );
    await drained;
    const databaseMs = withinMs * stopShares.database;
    const killAfterMs = isBounded ? Math.max(0, stopAt - databaseMs - Date.now()) : graceMs;
    await Promise.all([this.#web?.stop({ killAfterMs }), this.#sandbox?.stop({ killAfterMs })]);
    await this.#database.stop(isBounded ? databaseMs : undefined);
    this.#record.close();
    this.#lock.release();
  }

  /** It says when it is ready and, while it ends, how many requests still wait for the service. */
  #hearWorker(received: unknown): void {
    const message = workerMessageSchema.safeParse(received).data;
    if (message?.type === "ready") this.#workerWatch.becameReady();
    if (message?.type !== "waiting" || message.count === this.#toldWaiting) return;
    const { count } = message;
    this.#toldWaiting = count;
    if (count === 0) return;
    const requests = count === 1 ? "1 request" : `${count} requests`;
    say(`Waiting for ${requests} to finish. Press Ctrl-C again to stop now.`);
  }

  /** Throws a LaunchError if the checkout or release lacks a program. */
  assertComplete(): void {
    const { root, development } = this.#settings;
    const isCheckout = hasSources(root);
    if (development && !isCheckout) throw new LaunchError("Development needs the sources. Use a checkout.");
    const needed = isCheckout
      ? ["sandbox/main.ts", "server/worker-main.server.ts", "app/layout.tsx"]
      : ["sandbox/main.ts", "dist/worker.mjs", ".next/BUILD_ID"];
    for (const file of needed) {
      if (!existsSync(path.join(root, file)))
        throw new LaunchError(
          `${file} is missing: this ${isCheckout ? "checkout" : "release"} is not complete.`,
        );
    }
  }
}
