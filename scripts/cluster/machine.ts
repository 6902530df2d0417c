import { cp, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { openDatabaseProxy, type DatabaseProxy } from "@/lib/db/testing/database-proxy";
import { findFreePort } from "@/lib/network/free-port.server";
import { StudioProcess, waitFor } from "../testing/studio-process";

const clockProgram = pathToFileURL(path.resolve("lib/generations/testing/clock-off.preload.mjs")).href;

export type MachinePart = "web" | "worker" | "launcher";

/** One machine of a cluster: a studio with a data folder, a link to the database and a clock of its own. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #links: DatabaseProxy[];
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #checkout: string | undefined;
  readonly #host: string | undefined;
  #process: StudioProcess | undefined;

  private constructor(
    name: string,
    address: string,
    links: DatabaseProxy[],
    dataDir: string,
    settings: Record<string, string>,
    checkout: string | undefined,
    host: string | undefined,
  ) {
    [this.name, this.address, this.#links] = [name, address, links];
    [this.#dataDir, this.#settings, this.#checkout, this.#host] = [dataDir, settings, checkout, host];
  }

  /**
   * @param options.poolerUrl the address of a pooler before the database
   * @param options.clockOffMs how far its clock is ahead of that of the database
   * @param options.checkout where its files are; this checkout if none is given
   * @param options.host the name of a host of its own; none for this one
   */
  static async create(
    name: string,
    options: {
      folder: string;
      databaseUrl: string;
      poolerUrl: string | undefined;
      settings: Record<string, string>;
      clockOffMs: number;
      checkout?: string | undefined;
      host?: string | undefined;
    },
  ): Promise<Machine> {
    const direct = await openDatabaseProxy(options.databaseUrl);
    const pooled = options.poolerUrl ? await openDatabaseProxy(options.poolerUrl) : undefined;
    const dataDir = await mkdtemp(path.join(options.folder, `${name}-`));
    const port = await findFreePort();
    const settings = {
      ...options.settings,
      DATABASE_URL: (pooled ?? direct).url,
      ...(pooled ? { DATABASE_DIRECT_URL: direct.url } : {}),
      PORT: String(port),
      TEST_CLOCK_OFF_MS: String(options.clockOffMs),
      NODE_OPTIONS: `--import ${clockProgram}`,
    };
    const links = pooled ? [direct, pooled] : [direct];
    const address = `http://127.0.0.1:${port}`;
    return new Machine(name, address, links, dataDir, settings, options.checkout, options.host);
  }

  async start(): Promise<void> {
    this.#process = new StudioProcess(this.#dataDir, this.#settings, [], this.#checkout, this.#host);
    await this.#process.ready();
  }

  /** Kills a process. The launcher starts the others again; a killed launcher is started here. */
  async kill(part: MachinePart): Promise<void> {
    const running = this.#process!;
    const pid = await waitFor(() => this.#findPid(part));
    process.kill(pid, "SIGKILL");
    if (part !== "launcher") return;
    await running.exitCode;
    await this.start();
  }

  /** Whether everything it should run does. */
  async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.address}/api/health`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false; // It doesn't listen at this moment.
    }
  }

  /** Cuts its link to the database without a word. */
  cut(): void {
    for (const link of this.#links) link.freeze();
  }

  mend(): void {
    for (const link of this.#links) link.thaw();
  }

  /** @returns the exit code; null where it does not run */
  async stop(): Promise<number | null> {
    const running = this.#process;
    this.#process = undefined;
    if (!running) return null;
    if (!running.hasEnded) running.signal("SIGTERM");
    return running.exitCode;
  }

  async keepLogs(folder: string): Promise<void> {
    await cp(path.join(this.#dataDir, "logs"), path.join(folder, this.name), { recursive: true });
  }

  async close(): Promise<void> {
    this.mend();
    await this.stop();
    await Promise.all(this.#links.map((link) => link.close()));
  }

  #findPid(part: MachinePart): number | null {
    try {
      const pid = this.#process!.pidOf(part);
      return isProcessAlive(pid) ? pid : null;
    } catch {
      return null; // It is being started, or the file that tells the number is being written.
    }
  }
}
