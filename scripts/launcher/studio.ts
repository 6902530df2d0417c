import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { InstanceLock } from "../bootstrap/instance-lock.mjs";
import { bundlePrograms, stopCompiler, watchWorker } from "../bundle.mjs";
import { ensureBuild } from "./build-studio";
import { ChildRecord } from "./child-record";
import { LaunchError, say, warn } from "./console";
import { DatabaseService } from "./database-service";
import { clearLeftovers } from "./leftovers";
import { preload, webNodeOptions, workerNodeOptions } from "./node-options";
import { requirePort } from "./ports";
import { orFail, startSandbox } from "./sandbox-service";
import { type LauncherSettings, isLoopback, localAddress, wantsSandbox } from "./settings";
import { sweepTemporaryFiles } from "./sweep-files";
import { SupervisedProcess } from "./supervised-process";

const graceMs = 3_000;
/**
 * Parts of STUDIO_STOP_SECONDS: how long open requests may take, how long the worker may take including the time to
 * record those that are given up, and then the other processes, and the database.
 */
const stopShares = { requests: 0.5, worker: 0.7, others: 0.15, database: 0.1 };
const portPatienceMs = 15_000;
const healthIntervalMs = 40;
const healthTimeoutMs = 5_000;

const waitingSchema = z.object({ type: z.literal("waiting"), count: z.number().int() });

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
  #workerWatcher: { dispose(): Promise<void> } | undefined;
  #stopped: Promise<void> | undefined;
  #toldWaiting = 0;

  constructor(settings: LauncherSettings, lock: InstanceLock) {
    this.#settings = settings;
    this.#lock = lock;
    this.#record = new ChildRecord(lock);
    this.#database = new DatabaseService(settings);
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
    process.env.STUDIO_LOCAL_URL = localAddress(env.HOST, port);
    const database = this.#startDatabase();
    // Pages load while the database starts, and hold requests until it is migrated. The development server holds none.
    const addressed = development ? database : Promise.race([this.#addressed.promise, database]);
    const pages = Promise.all([addressed, this.#startSandbox(), this.#build()]).then(() =>
      this.isStopping ? undefined : this.#startWeb(port),
    );
    // Waits for all steps even if one fails, since stopping needs every one at rest.
    await Promise.allSettled([database, pages]);
    const [{ prepared }] = await Promise.all([database, pages]);
    if (!development) await stopCompiler();
    if (this.isStopping) return;

    this.#serves = true;
    this.#web?.send("serve");
    await this.#waitUntilReady(port);
    const setupToken = await prepared;
    if (this.isStopping) return;
    // After the pages, which it would slow down. What is submitted meanwhile waits for it.
    if (env.STUDIO_WORKER === "on") await this.#startWorker();
    this.#announce(port, setupToken);
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
    const { root, logsDir, development } = this.#settings;
    // The development server builds pages on request; the watcher builds the worker.
    if (development)
      await bundlePrograms(root, ["peaks-thread", "decode-frame", "decode-picture", "convert-sound"]);
    else await ensureBuild(root, path.join(logsDir, "build.log"), this.#stopSignal.signal);
  }

  #startWeb(port: number): void {
    const { root, env, development } = this.#settings;
    this.#web = new SupervisedProcess({
      name: "web",
      root,
      nodeArguments: [
        ...webNodeOptions,
        ...preload(
          root,
          // Before the guard, which then counts a held request's body as it arrives.
          ...(development ? [] : ["hold-requests.mjs"]),
          "guard-requests.mjs",
          "tell-peer-address.mjs",
          "require-https.mjs",
          "tell-body-length.mjs",
          ...(development ? [] : ["serve-compressed.mjs", "find-source-maps.mjs"]),
        ),
        path.join(root, "node_modules/next/dist/bin/next"),
        development ? "dev" : "start",
        ...["--hostname", env.HOST, "--port", String(port)],
      ],
      logFile: this.#logFile("web"),
      onStarted: (pid) => {
        this.#record.remember("web", pid);
        if (this.#serves) this.#web?.send("serve");
      },
    });
    this.#web.start();
  }

  async #startWorker(): Promise<void> {
    const { root, development } = this.#settings;
    const worker = new SupervisedProcess({
      name: "worker",
      root,
      nodeArguments: [
        ...workerNodeOptions,
        ...preload(root, "map-own-stacks.mjs"),
        path.join(root, "dist/worker.mjs"),
      ],
      logFile: this.#logFile("worker"),
      watchesLauncher: true,
      onMessage: (message) => this.#tellWaiting(message),
      onStarted: (pid) => this.#record.remember("worker", pid),
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

  async #waitUntilReady(port: number): Promise<void> {
    const web = this.#web;
    if (!web) throw new Error("The web process was not started.");
    const local = localAddress(this.#settings.env.HOST, port);
    await Promise.all([
      this.#sandboxReady,
      orFail(waitForHealth(local, this.#stopSignal.signal), web, this.#logFile("web")),
    ]);
  }

  #announce(port: number, setupToken: string | null): void {
    const { env } = this.#settings;
    const address = env.STUDIO_PUBLIC_URL ?? localAddress(env.HOST, port);
    this.#record.update({ address });
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

  #logFile(name: string): string | null {
    return this.#settings.development ? null : path.join(this.#settings.logsDir, `${name}.log`);
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

  async #stopInOrder(withinMs?: number): Promise<void> {
    this.#stopSignal.abort();
    await this.#workerWatcher?.dispose();
    const isBounded = withinMs !== undefined;
    await this.#worker?.stop(
      isBounded
        ? { hurryAfterMs: withinMs * stopShares.requests, killAfterMs: withinMs * stopShares.worker }
        : {},
    );
    const killAfterMs = isBounded ? Math.min(graceMs, withinMs * stopShares.others) : graceMs;
    await Promise.all([this.#web?.stop({ killAfterMs }), this.#sandbox?.stop({ killAfterMs })]);
    await this.#database.stop(isBounded ? withinMs * stopShares.database : undefined);
    this.#record.close();
    this.#lock.release();
  }

  /** While it ends, the worker reports how many requests still wait for the service. */
  #tellWaiting(message: unknown): void {
    const waiting = waitingSchema.safeParse(message);
    if (!waiting.success || waiting.data.count === this.#toldWaiting) return;
    const { count } = waiting.data;
    this.#toldWaiting = count;
    if (count === 0) return;
    const requests = count === 1 ? "1 request" : `${count} requests`;
    say(`Waiting for ${requests} to finish. Press Ctrl-C again to stop now.`);
  }

  /** Throws a LaunchError if the checkout lacks a program. */
  assertComplete(): void {
    const { root } = this.#settings;
    for (const file of ["sandbox/main.ts", "server/worker-main.server.ts", "app/layout.tsx"]) {
      if (!existsSync(path.join(root, file)))
        throw new LaunchError(`${file} is missing: this checkout is not complete.`);
    }
  }
}

/** Resolves when the studio is healthy or `signal` aborts. */
async function waitForHealth(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await isHealthy(`${address}/api/health`)) return;
    await delay(healthIntervalMs);
  }
}

/** Without `fetch` and without importing node:http, which both load undici into the launcher for good. */
function isHealthy(url: string): Promise<boolean> {
  const http = process.getBuiltinModule("node:http");
  return new Promise((resolve) => {
    const request = http.get(url, { timeout: healthTimeoutMs, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once("timeout", () => request.destroy());
    // It doesn't listen yet.
    request.once("error", () => resolve(false));
  });
}
